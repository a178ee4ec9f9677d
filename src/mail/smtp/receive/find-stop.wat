;; A search for octets that may end a run of good ones. suspect-search.ts holds the assembled module;
;; test/standards/webassembly.test.ts compares the two, and prints the line to store after a change.
;; search: starting at $at, the first block of sixteen octets that may end a run of good ones, with the two octets after it.
(module
  (type $search (func (param i32 i32) (result i32)))
  ;; The octets to search: 2 pages of 64 KiB.
  (memory (export "octets") 2)
  (func (export "search") (type $search) (param $at i32) (param $limit i32) (result i32)
    (local $here v128) (local $carriage v128)
    (block $found
      (loop $next
        ;; The last octet of a block is checked with the two after it: the loop ends if they are not both there.
        (br_if $found
          (i32.gt_s (i32.add (local.get $at) (i32.const 18)) (local.get $limit)))
        (br_if $found
          (v128.any_true
            (v128.or
              (v128.or
                ;; A CR without LF after it, or an LF without CR before it.
                (v128.xor
                  (local.tee $carriage
                    (i8x16.eq
                      (local.tee $here (v128.load align=1 (local.get $at)))
                      (i8x16.splat (i32.const 13))))
                  (i8x16.eq
                    (v128.load offset=1 align=1 (local.get $at))
                    (i8x16.splat (i32.const 10))))
                ;; A line that begins with a dot.
                (v128.and
                  (local.get $carriage)
                  (i8x16.eq
                    (v128.load offset=2 align=1 (local.get $at))
                    (i8x16.splat (i32.const 46)))))
              ;; NUL.
              (i8x16.eq (local.get $here) (i8x16.splat (i32.const 0))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (local.get $at)))
