;; The canonicalization of a body, sixteen octets at a time. body-kernel.ts holds the assembled module;
;; test/standards/webassembly.test.ts compares the two, and prints the line to store after a change.
;; Each function writes the octets from $at to $limit to $out, and returns the index behind the last octet that it wrote.
(module
  (type $kernel (func (param i32 i32 i32) (result i32)))
  ;; The octets to read from 0 on, and those written behind them: 3 pages of 64 KiB.
  (memory (export "octets") 3)
  (func (export "simple") (type $kernel) (param $at i32) (param $limit i32) (param $out i32) (result i32)
    (local $events i32) (local $here v128) (local $next v128)
    (block $done
      (loop $again
        (br_if $done (i32.ge_s (local.get $at) (local.get $limit)))
        ;; Sixteen octets are written as they are; the next ones replace those behind the first event.
        (v128.store align=1
          (local.get $out)
          (local.tee $here (v128.load align=1 (local.get $at))))
        (local.set $next (v128.load offset=1 align=1 (local.get $at)))
        (if
          (i32.eqz
            (local.tee $events
              (i8x16.bitmask
                ;; A line break with a stuffing dot behind it (RFC 5321 section 4.5.2).
                (v128.and
                  (i8x16.eq (local.get $here) (i8x16.splat (i32.const 10)))
                  (i8x16.eq (local.get $next) (i8x16.splat (i32.const 46)))))))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (local.set $out (i32.add (local.get $out) (i32.const 16)))
            (br $again)))
        ;; To the first event.
        (local.set $at
          (i32.add (local.tee $events (i32.ctz (local.get $events))) (local.get $at)))
        (local.set $out (i32.add (local.get $events) (local.get $out)))
        ;; The LF stays, the stuffing dot behind it goes.
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (local.set $out (i32.add (local.get $out) (i32.const 1)))
        (br $again)))
    ;; Octets behind the limit were written as well: the result leaves them out.
    (i32.sub (local.get $out) (i32.sub (local.get $at) (local.get $limit))))
  (func (export "relaxed") (type $kernel) (param $at i32) (param $limit i32) (param $out i32) (result i32)
    (local $events i32) (local $octet i32) (local $here v128) (local $next v128)
    (block $done
      (loop $again
        (br_if $done (i32.ge_s (local.get $at) (local.get $limit)))
        ;; Sixteen octets are written as they are; the next ones replace those behind the first event.
        (v128.store align=1
          (local.get $out)
          (local.tee $here (v128.load align=1 (local.get $at))))
        (local.set $next (v128.load offset=1 align=1 (local.get $at)))
        (if
          (i32.eqz
            (local.tee $events
              (i8x16.bitmask
                (v128.or
                  ;; A line break with a stuffing dot behind it (RFC 5321 section 4.5.2).
                  (v128.and
                    (i8x16.eq (local.get $here) (i8x16.splat (i32.const 10)))
                    (i8x16.eq (local.get $next) (i8x16.splat (i32.const 46))))
                  ;; Every TAB, and an SP with another blank or the line's end behind it.
                  (v128.or
                    (v128.and
                      (v128.or
                        (v128.or
                          (i8x16.eq (local.get $next) (i8x16.splat (i32.const 32)))
                          (i8x16.eq (local.get $next) (i8x16.splat (i32.const 9))))
                        (i8x16.eq (local.get $next) (i8x16.splat (i32.const 13))))
                      (i8x16.eq (local.get $here) (i8x16.splat (i32.const 32))))
                    (i8x16.eq (local.get $here) (i8x16.splat (i32.const 9))))))))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 16)))
            (local.set $out (i32.add (local.get $out) (i32.const 16)))
            (br $again)))
        ;; To the first event.
        (local.set $at
          (i32.add (local.tee $events (i32.ctz (local.get $events))) (local.get $at)))
        (local.set $out (i32.add (local.get $events) (local.get $out)))
        ;; The LF stays, the stuffing dot behind it goes.
        (if
          (i32.eq (i32.load8_u (local.get $at)) (i32.const 10))
          (then
            (local.set $at (i32.add (local.get $at) (i32.const 2)))
            (local.set $out (i32.add (local.get $out) (i32.const 1)))
            (br $again)))
        ;; A run of blanks becomes one SP, or nothing at the end of a line (RFC 6376 section 3.4.4).
        (loop $blanks
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br_if $blanks
            (i32.or
              (i32.eq (local.tee $octet (i32.load8_u (local.get $at))) (i32.const 32))
              (i32.eq (local.get $octet) (i32.const 9)))))
        (if
          (i32.ne (local.get $octet) (i32.const 13))
          (then
            (i32.store8 (local.get $out) (i32.const 32))
            (local.set $out (i32.add (local.get $out) (i32.const 1)))))
        (br $again)))
    ;; Octets behind the limit were written as well: the result leaves them out.
    (i32.sub (local.get $out) (i32.sub (local.get $at) (local.get $limit)))))
