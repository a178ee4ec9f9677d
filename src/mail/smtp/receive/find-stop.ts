/** Finds the end of a message, sixteen octets at a time. */

import { instantiate } from '../../message/webassembly.ts';

/** Assembled from find-stop.wat. */
const MODULE =
  'AGFzbQEAAAABBwFgAn9/AX8DAgEABQMBAAIHEwIGb2N0ZXRzAgAGc2VhcmNoAAAKXwFdAQJ7AkADQCAAQRJqIAFKDQEgAP0AAAAiAkEN/Q/9IyIDIAD9AAABQQr9D/0j/VEgAyAA/QAAAkEu/Q/9I/1O/VAgAkEA/Q/9I/1Q/VMNASAAQRBqIQAMAAsLIAAL';

const { memory, functions } = instantiate<'search'>(MODULE);

/** The most octets of one search. */
export const SEARCH_OCTETS = memory.length;
/** Octets that are checked together. */
const BLOCK_OCTETS = 16;

/**
 * From `at`, the first block of BLOCK_OCTETS that holds NUL, a CR without LF, or the CR of a line break before a dot, or
 * that precedes a lone LF. An LF at `at` itself is not checked. Without a suspect block, an index at most BLOCK_OCTETS + 1
 * before `limit`.
 */
const firstSuspect: (at: number, limit: number) => number = functions.search;

const NUL = 0;
const LF = 10;
const CR = 13;
const DOT = 46;

/**
 * Index of the first octet before `limit` that ends a run of good octets, or -1. It is either the CR of an end of data
 * (RFC 5321 section 4.1.1.4), or a forbidden octet: a bare CR or LF (section 2.3.8), or NUL (section 4.5.2 and RFC 5322
 * section 2.2 do not allow it).
 * Every octet of every message passes through here. Whole blocks are skipped; only suspect blocks, and the end, are read octet
 * by octet.
 */
export function findStop(octets: Buffer, limit: number): number {
  let at = 0;
  while (at < limit) {
    const base = at;
    const window = octets.subarray(base, base + SEARCH_OCTETS);
    const end = Math.min(base + window.length, limit);
    memory.set(window);
    do {
      if (octets[at] === LF && octets[at - 1] !== CR) return at;
      const suspect = base + firstSuspect(at - base, end - base);
      at = Math.min(suspect + BLOCK_OCTETS, end);
      const stop = firstStop(octets, suspect, at);
      if (stop >= 0) return stop;
    } while (at < end);
  }
  return -1;
}

function firstStop(octets: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const octet = octets[at] ?? 0;
    if (octet > CR) continue;
    if (octet === NUL) return at;
    if (octet === LF && octets[at - 1] !== CR) return at;
    if (octet === CR && (octets[at + 1] !== LF || isFinalDot(octets, at + 2))) return at;
  }
  return -1;
}

function isFinalDot(octets: Buffer, at: number): boolean {
  return octets[at] === DOT && octets[at + 1] === CR && octets[at + 2] === LF;
}
