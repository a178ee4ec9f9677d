/** Searches sixteen octets at a time for those that may end a run of good ones. */

import { instantiate } from '../../message/webassembly.ts';

/** Assembled from suspect-search.wat. */
const MODULE =
  'AGFzbQEAAAABBwFgAn9/AX8DAgEABQMBAAIHEwIGb2N0ZXRzAgAGc2VhcmNoAAAKXwFdAQJ7AkADQCAAQRJqIAFKDQEgAP0AAAAiAkEN/Q/9IyIDIAD9AAABQQr9D/0j/VEgAyAA/QAAAkEu/Q/9I/1O/VAgAkEA/Q/9I/1Q/VMNASAAQRBqIQAMAAsLIAAL';

const { memory, functions } = instantiate<'search'>(MODULE);

/** The most octets of one search. */
export const SEARCH_OCTETS = memory.length;
/** Octets that are checked together. */
export const BLOCK_OCTETS = 16;

/** Sets the octets to search. At most SEARCH_OCTETS. */
export function searchIn(octets: Uint8Array): void {
  memory.set(octets);
}

/**
 * From `at`, the first block of BLOCK_OCTETS that holds NUL, a CR without LF, or the CR of a line break before a dot, or
 * that precedes a lone LF. An LF at `at` itself is not checked. Without a suspect block, an index at most BLOCK_OCTETS + 1
 * before `limit`.
 */
export const firstSuspect: (at: number, limit: number) => number = functions.search;
