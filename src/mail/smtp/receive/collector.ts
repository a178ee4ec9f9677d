/**
 * Takes a message off the wire: finds its end, rejects what RFC 5321 forbids, and copies the octets, because they are only lent.
 */

import { isAscii } from 'node:buffer';
import { stuffDots, stuffingDots } from '../../message/dot-stuffing.ts';
import type { WireMessage } from '../../message/message.ts';
import { findStop } from './find-stop.ts';
import type { Intake } from './policy.ts';
import { ownCopy } from './memory/inbox.ts';
import type { Slabs } from './memory/slabs.ts';

/** The reason to reject the message. The search for the end of data continues, so that the session stays in sync. */
export type MessageFault = 'bare-octet' | 'too-large' | 'header-too-large' | 'no-room';

/** RFC 5321 section 4.1.1.4: only this sequence ends the data. Its first CRLF belongs to the message. */
const END = Buffer.from('\r\n.\r\n');
const CR = 13;
const LF = 10;
const DOT = 46;
const CRLF = Buffer.from('\r\n');
const FIRST_LINE_END = Buffer.from('.\r\n');
const BLANK_LINE = Buffer.from('\r\n\r\n');
const NO_SLAB = Buffer.alloc(0);
/** Chunks whose stuffing dots are counted with one piece. A piece fills at most two, so the count catches up. */
const COUNTED = 4;

export type CollectorLimits = {
  messageOctets: number;
  headerOctets: number;
  /** Reserves memory for more octets. @returns false if the budget is exhausted */
  room(octets: number): boolean;
};

export class Collector {
  fault: MessageFault | undefined;
  readonly #intake: Intake;
  readonly #limits: CollectorLimits;
  #chunks: Buffer[] = [];
  #octets = 0;
  /** The number of stuffing dots in the first chunks, and the number of these chunks; Infinity: in all octets. */
  #dots = 0;
  #counted = 0;
  #eightBit = false;
  #inHeader = true;
  /** The end of the header block so far: its empty line may be split between two pieces. A message may begin with an empty line. */
  #headerTail: Buffer = CRLF;
  /** Octets at the end of the last piece that may belong to an end of data or to a CRLF. */
  #carry: Buffer | undefined;
  /** Whether the octets kept so far end with CRLF. The line of the DATA command does. */
  #atLineStart = true;
  readonly #pool: Slabs;
  /** The slabs of this message, the last of which is being filled. */
  #slabs: Buffer[] = [];
  #slab: Buffer = NO_SLAB;
  /** The filled part of the last slab that has no chunk yet. */
  #slabStart = 0;
  #slabEnd = 0;

  constructor(intake: Intake, limits: CollectorLimits, pool: Slabs) {
    this.#intake = intake;
    this.#limits = limits;
    this.#pool = pool;
  }

  /** @returns the index after the end of data in `input`, or -1 if more input is needed */
  feed(input: Buffer): number {
    const carried = this.#carry?.length ?? 0;
    const octets = this.#carry === undefined ? input : Buffer.concat([this.#carry, input]);
    this.#carry = undefined;
    if (this.#atLineStart && octets.subarray(0, FIRST_LINE_END.length).equals(FIRST_LINE_END)) {
      return FIRST_LINE_END.length - carried;
    }
    const judged = octets.length - heldBack(octets, this.#atLineStart);
    const stop = findStop(octets, judged);
    const bare = stop >= 0 && !octets.subarray(stop, stop + END.length).equals(END);
    const end = bare ? octets.indexOf(END, stop) : stop;
    this.#keep(octets.subarray(0, end < 0 ? judged : end + CRLF.length), bare);
    if (end >= 0) return end + END.length - carried;
    if (judged < octets.length) this.#carry = ownCopy(octets.subarray(judged));
    return -1;
  }

  /** Content of BDAT (RFC 3030 section 2): it has neither an end of data nor stuffing dots; they are added here. */
  append(input: Buffer): void {
    const octets = this.#carry === undefined ? input : Buffer.concat([this.#carry, input]);
    const held = octets[octets.length - 1] === CR ? 1 : 0;
    this.#carry = held > 0 ? ownCopy(octets.subarray(octets.length - held)) : undefined;
    const stuffed = stuffDots(octets.subarray(0, octets.length - held), this.#atLineStart);
    this.#keep(stuffed, findStop(stuffed, stuffed.length) >= 0);
  }

  /** Called after the last octet of BDAT content. A last line without CRLF gets one, because DATA could not carry it otherwise. */
  endContent(): void {
    if (this.#carry !== undefined) this.fault ??= 'bare-octet';
    else if (!this.#atLineStart) this.#keep(CRLF, false);
  }

  /** The whole message; call it once, after the end of data, and only without a fault. */
  finish(): WireMessage {
    this.#closeGathered();
    if (this.#inHeader) {
      // RFC 5322 section 2.1: the body and its empty line are optional.
      this.#inHeader = false;
      this.#intake.header(Buffer.concat(this.#chunks));
    }
    return { chunks: this.#chunks, octets: this.#octets, eightBit: this.#eightBit };
  }

  /** Discards the message. Its octets must not be read after this call. */
  release(): void {
    this.#pool.give(this.#slabs, this.#slabEnd);
    this.#slabs = [];
    this.#chunks = [];
    this.#slab = NO_SLAB;
    this.#slabStart = 0;
    this.#slabEnd = 0;
  }

  /** @param bare whether they contain a forbidden octet */
  #keep(octets: Buffer, bare: boolean): void {
    if (octets.length === 0) return;
    this.#octets += octets.length;
    const atLineStart = this.#atLineStart;
    this.#atLineStart = octets[octets.length - 1] === LF && octets[octets.length - 2] === CR;
    if (this.fault === undefined) this.fault = this.#faultOf(octets, atLineStart, bare);
    if (this.fault !== undefined) return this.release();
    this.#eightBit ||= !isAscii(octets);
    this.#store(octets);
    if (this.#inHeader) this.#lookForBody(octets);
    else this.#intake.body(octets);
  }

  #faultOf(octets: Buffer, atLineStart: boolean, bare: boolean): MessageFault | undefined {
    const { messageOctets } = this.#limits;
    // RFC 1870 section 5: doubled dots do not count towards the size. Messages near the limit are rare; counting all the
    // dots of one at once would delay other sessions.
    if (this.#octets > messageOctets) {
      if (this.#counted < Infinity) this.#closeGathered();
      this.#countDots(Infinity);
      this.#counted = Infinity;
      this.#dots += stuffingDots([octets], atLineStart, Infinity);
      if (this.#octets - this.#dots > messageOctets) return 'too-large';
    } else if (this.#octets > messageOctets / 2) this.#countDots(COUNTED);
    if (!this.#limits.room(octets.length)) return 'no-room';
    return bare ? 'bare-octet' : undefined;
  }

  /** @param most of the next chunks */
  #countDots(most: number): void {
    const next = this.#chunks.slice(this.#counted, this.#counted + most);
    const startsLine = (this.#chunks[this.#counted - 1]?.at(-1) ?? LF) === LF;
    this.#dots += stuffingDots(next, startsLine, Infinity);
    this.#counted += next.length;
  }

  #store(octets: Buffer): void {
    for (let from = 0; from < octets.length; ) {
      if (this.#slabEnd === this.#slab.length) this.#openSlab();
      const copied = octets.copy(this.#slab, this.#slabEnd, from);
      this.#slabEnd += copied;
      from += copied;
    }
  }

  #openSlab(): void {
    this.#closeGathered();
    this.#slab = this.#slabs.length === 0 ? this.#pool.takeFirst() : this.#pool.take();
    this.#slabs.push(this.#slab);
    this.#slabStart = 0;
    this.#slabEnd = 0;
  }

  /** Appends the octets gathered since the last call to the chunks. */
  #closeGathered(): void {
    if (this.#slabEnd === this.#slabStart) return;
    this.#chunks.push(this.#slab.subarray(this.#slabStart, this.#slabEnd));
    this.#slabStart = this.#slabEnd;
  }

  /** Hands over the header block once it has its empty line, together with the first octets of the body. */
  #lookForBody(latest: Buffer): void {
    const before = this.#octets - latest.length;
    const seam = Buffer.concat([this.#headerTail, latest.subarray(0, BLANK_LINE.length - 1)]);
    const inSeam = endOf(BLANK_LINE, seam);
    const inLatest = inSeam < 0 ? endOf(BLANK_LINE, latest) : inSeam - this.#headerTail.length;
    // An empty line that begins in the previous piece ends in this one: its end is never 0.
    const header = inLatest > 0 ? before + inLatest : undefined;
    if ((header ?? this.#octets) > this.#limits.headerOctets) {
      this.fault = 'header-too-large';
      this.release();
    } else if (header !== undefined) {
      this.#closeGathered();
      const whole = before === 0 ? latest : Buffer.concat(this.#chunks);
      this.#split(whole.subarray(0, header), whole.subarray(header));
    } else {
      const last = latest.length < BLANK_LINE.length ? seam : latest;
      this.#headerTail = ownCopy(last.subarray(-(BLANK_LINE.length - 1)));
    }
  }

  #split(header: Buffer, body: Buffer): void {
    this.#inHeader = false;
    if (this.#intake.keepsHeader === true && !this.#limits.room(header.length)) {
      this.fault = 'no-room';
      return this.release();
    }
    this.#intake.header(header);
    if (body.length > 0) this.#intake.body(body);
  }
}

/** Index after the first occurrence, or -1. */
function endOf(sequence: Buffer, octets: Buffer): number {
  const found = octets.indexOf(sequence);
  return found < 0 ? -1 : found + sequence.length;
}

/** The number of octets at the end that cannot be decided yet: a CR, or a dot (and CR) at the start of the last line. */
function heldBack(octets: Buffer, startsLine: boolean): number {
  const last = octets.length - 1;
  const carriage = octets[last] === CR ? 1 : 0;
  if (octets[last - carriage] !== DOT) return carriage;
  const before = last - carriage - 1;
  const beginsLine = before < 0 ? startsLine : octets[before] === LF;
  return beginsLine ? carriage + 1 : carriage;
}
