/**
 * Looks through sixteen octets at a time for those that may end a run of good ones. JavaScript has no such operation,
 * WebAssembly has: this is a module of it, instruction by instruction, in the binary format of its specification
 * (version 2.0, section 5). It can reach nothing but the memory that is given to it here.
 */

/** Octets that can be looked through at once. */
export const SEARCH_OCTETS = 131_072;
/** Octets that are judged together. */
export const BLOCK_OCTETS = 16;

const AT = 0;
const LIMIT = 1;
const HERE = 2;
const CARRIAGE = 3;

const localGet = (local: number) => [0x20, local];
const localSet = (local: number) => [0x21, local];
const localTee = (local: number) => [0x22, local];
/** Numbers below 64 only: they are one octet in LEB128. */
const i32Const = (value: number) => [0x41, value];
const I32_ADD = [0x6a];
const I32_GT_S = [0x4a];
const BLOCK = [0x02, 0x40];
const LOOP = [0x03, 0x40];
const END = [0x0b];
const branch = (depth: number) => [0x0c, depth];
const branchIf = (depth: number) => [0x0d, depth];
/** Sixteen octets from the address on the stack plus `offset`. */
const load = (offset: number) => [0xfd, 0x00, 0x00, offset];
/** Which of the sixteen are this octet. */
const equals = (octet: number) => [...i32Const(octet), 0xfd, 0x0f, 0xfd, 0x23];
/** The locals HERE and CARRIAGE, of type v128. */
const TWO_VECTORS = [0x01, 0x02, 0x7b];
const AND = [0xfd, 0x4e];
const OR = [0xfd, 0x50];
const XOR = [0xfd, 0x51];
const ANY_TRUE = [0xfd, 0x53];

const [NUL, LF, CR, DOT] = [0, 10, 13, 46];

/** A line of this is a step; the names are those of the specification. */
const STEPS: number[][][] = [
  [TWO_VECTORS],
  [BLOCK, LOOP],
  // The last octet of a block is judged by the two behind it: leaves where they are not all there.
  [localGet(AT), i32Const(BLOCK_OCTETS + 2), I32_ADD, localGet(LIMIT), I32_GT_S, branchIf(1)],
  [localGet(AT), load(0), localTee(HERE), equals(CR), localTee(CARRIAGE)],
  // A CR without LF behind it, or an LF without CR before it.
  [localGet(AT), load(1), equals(LF), XOR],
  // A line that begins with a dot.
  [localGet(CARRIAGE), localGet(AT), load(2), equals(DOT), AND, OR],
  [localGet(HERE), equals(NUL), OR],
  // Leaves with the block in which one of these is.
  [ANY_TRUE, branchIf(1)],
  [localGet(AT), i32Const(BLOCK_OCTETS), I32_ADD, localSet(AT), branch(0)],
  [END, END],
  [localGet(AT), END],
];
const BODY = STEPS.flat(2);

const I32 = 0x7f;
const named = (name: string) => [name.length, ...Buffer.from(name)];
const section = (id: number, octets: number[]) => [id, octets.length, ...octets];
const MODULE = new Uint8Array([
  ...Buffer.from('\0asm\x01\0\0\0'),
  // One type, (i32, i32) -> i32, and one function of it.
  ...section(1, [1, 0x60, 2, I32, I32, 1, I32]),
  ...section(3, [1, 0]),
  // One memory of two pages, 64 KiB each.
  ...section(5, [1, 0, 2]),
  ...section(7, [2, ...named('octets'), 2, 0, ...named('search'), 0, 0]),
  ...section(10, [1, BODY.length, ...BODY]),
]);

/** As far as this module needs it: the types of Node do not have it. */
declare const WebAssembly: {
  Module: new (octets: Uint8Array) => object;
  Instance: new (
    module: object,
  ) => {
    exports: { octets: { buffer: ArrayBuffer }; search: (at: number, limit: number) => number };
  };
};

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE));
const memory = new Uint8Array(exports.octets.buffer);

/** Makes these octets the ones to be looked through. At most SEARCH_OCTETS. */
export function searchIn(octets: Uint8Array): void {
  memory.set(octets);
}

/**
 * From `at` on, the first block of BLOCK_OCTETS that holds NUL, a CR without LF, the CR of a line break with a dot
 * behind it, or is followed by an LF that stands alone. An LF at `at` itself is not judged. Where no block is suspect,
 * an index at most BLOCK_OCTETS + 1 before `limit`.
 */
export const firstSuspect = exports.search;
