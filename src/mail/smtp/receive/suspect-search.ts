/**
 * Searches sixteen octets at a time for those that may end a run of good ones: a WebAssembly function. It can reach
 * nothing but its own memory.
 */

import {
  BLOCK,
  branch,
  branchIf,
  END,
  I32_ADD,
  I32_GT_S,
  i32Const,
  LOOP,
  localGet,
  localSet,
  localTee,
  octetsEqual,
  V128,
  V128_AND,
  V128_ANY_TRUE,
  V128_OR,
  V128_XOR,
  v128Load,
  wasmModule,
} from '../../message/wasm-module.ts';

/** The most octets of one search. */
export const SEARCH_OCTETS = 131_072;
/** Octets that are judged together. */
export const BLOCK_OCTETS = 16;

const AT = 0;
const LIMIT = 1;
const HERE = 2;
const CARRIAGE = 3;

const [NUL, LF, CR, DOT] = [0, 10, 13, 46];

/** Its text form is suspect-search.wat. */
export const searchModule = wasmModule(SEARCH_OCTETS, {
  search: {
    parameters: 2,
    locals: [V128, V128],
    steps: [
      [BLOCK, LOOP],
      // The last octet of a block needs the two behind it: leaves where they are missing.
      [localGet(AT), i32Const(BLOCK_OCTETS + 2), I32_ADD, localGet(LIMIT), I32_GT_S, branchIf(1)],
      [localGet(AT), v128Load(0), localTee(HERE), octetsEqual(CR), localTee(CARRIAGE)],
      // A CR without LF behind it, or an LF without CR before it.
      [localGet(AT), v128Load(1), octetsEqual(LF), V128_XOR],
      // A line that begins with a dot.
      [localGet(CARRIAGE), localGet(AT), v128Load(2), octetsEqual(DOT), V128_AND, V128_OR],
      [localGet(HERE), octetsEqual(NUL), V128_OR],
      // Leaves with the block that has one of these.
      [V128_ANY_TRUE, branchIf(1)],
      [localGet(AT), i32Const(BLOCK_OCTETS), I32_ADD, localSet(AT), branch(0)],
      [END, END],
      [localGet(AT)],
    ],
  },
});

/** Sets the octets to search. At most SEARCH_OCTETS. */
export function searchIn(octets: Uint8Array): void {
  searchModule.memory.set(octets);
}

/**
 * From `at` on, the first block of BLOCK_OCTETS that holds NUL, a CR without LF, the CR of a line break with a dot
 * behind it, or is followed by a lone LF. An LF at `at` itself is not judged. Without a suspect block, an index at most
 * BLOCK_OCTETS + 1 before `limit`.
 */
export const firstSuspect: (at: number, limit: number) => number = searchModule.functions.search;
