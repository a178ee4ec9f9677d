/**
 * WebAssembly modules, written instruction by instruction in the binary format of its specification (version 2.0,
 * section 5). JavaScript has no operations on sixteen octets at a time, WebAssembly has. A module can reach nothing but
 * its own memory. Names of instructions are those of the specification.
 */

/** One instruction, or several that belong together, as octets. */
export type Instruction = readonly number[];

export type WasmFunction = {
  /** The number of its parameters, all of type i32; they are the first locals. Its result is an i32 too. */
  parameters: number;
  /** The types of the locals behind them: I32 or V128. */
  locals: readonly number[];
  /** One step for each line. */
  steps: readonly (readonly Instruction[])[];
};

export const I32 = 0x7f;
export const V128 = 0x7b;

export const localGet = (local: number): Instruction => [0x20, ...unsigned(local)];
export const localSet = (local: number): Instruction => [0x21, ...unsigned(local)];
export const localTee = (local: number): Instruction => [0x22, ...unsigned(local)];
export const i32Const = (value: number): Instruction => [0x41, ...signed(value)];
export const I32_EQZ: Instruction = [0x45];
export const I32_EQ: Instruction = [0x46];
export const I32_NE: Instruction = [0x47];
export const I32_GT_S: Instruction = [0x4a];
export const I32_GE_S: Instruction = [0x4e];
export const I32_CTZ: Instruction = [0x68];
export const I32_ADD: Instruction = [0x6a];
export const I32_SUB: Instruction = [0x6b];
export const I32_OR: Instruction = [0x72];
export const I32_LOAD8_U: Instruction = [0x2d, 0, 0];
export const I32_STORE8: Instruction = [0x3a, 0, 0];
export const BLOCK: Instruction = [0x02, 0x40];
export const LOOP: Instruction = [0x03, 0x40];
export const IF: Instruction = [0x04, 0x40];
export const END: Instruction = [0x0b];
export const branch = (depth: number): Instruction => [0x0c, ...unsigned(depth)];
export const branchIf = (depth: number): Instruction => [0x0d, ...unsigned(depth)];
/** Sixteen octets from the address on the stack plus `offset`. */
export const v128Load = (offset: number): Instruction => [0xfd, 0x00, 0, ...unsigned(offset)];
/** Stores sixteen octets from the stack at the address below them. */
export const V128_STORE: Instruction = [0xfd, 0x0b, 0, 0];
export const V128_AND: Instruction = [0xfd, 0x4e];
export const V128_OR: Instruction = [0xfd, 0x50];
export const V128_XOR: Instruction = [0xfd, 0x51];
export const V128_ANY_TRUE: Instruction = [0xfd, 0x53];
/** One bit for each of the sixteen octets. */
export const I8X16_BITMASK: Instruction = [0xfd, 0x64];
/** A mask of those of the sixteen octets that equal this one: i8x16.splat and i8x16.eq. */
export const octetsEqual = (octet: number): Instruction => [
  ...i32Const(octet),
  0xfd,
  0x0f,
  0xfd,
  0x23,
];

const PAGE_OCTETS = 65_536;

export type WasmModule<Name extends string> = {
  /** Its memory, from octet 0 on. */
  memory: Uint8Array;
  functions: Record<Name, (...parameters: number[]) => number>;
  /** The module in the binary format; test/standards/webassembly.test.ts compares it with its text form (`*.wat`). */
  binary: Uint8Array;
};

/** The part that these modules need: Node's types do not have it. */
declare const WebAssembly: {
  Module: new (octets: Uint8Array) => object;
  Instance: new (
    module: object,
  ) => {
    exports: Record<string, (...parameters: number[]) => number> & {
      octets: { buffer: ArrayBuffer };
    };
  };
};

/**
 * @param octets least size of the memory; it never grows
 * @param functions with any name but `octets`
 */
export function wasmModule<Name extends string>(
  octets: number,
  functions: Readonly<Record<Name, WasmFunction>>,
): WasmModule<Name> {
  const binary = moduleOf(Math.ceil(octets / PAGE_OCTETS), functions);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary));
  return { memory: new Uint8Array(exports.octets.buffer), functions: exports, binary };
}

function moduleOf(
  pages: number,
  functions: Readonly<Record<string, WasmFunction>>,
): Uint8Array<ArrayBuffer> {
  const all = Object.entries(functions);
  return new Uint8Array([
    ...Buffer.from('\0asm\x01\0\0\0'),
    // One type for each function.
    ...section(
      1,
      all.map(([, { parameters }]) => [0x60, ...vector(repeated([I32], parameters)), 1, I32]),
    ),
    ...section(
      3,
      all.map((_, i) => unsigned(i)),
    ),
    // One memory, without a maximum.
    ...section(5, [[0, ...unsigned(pages)]]),
    ...section(7, [
      [...named('octets'), 2, 0],
      ...all.map(([name], i) => [...named(name), 0, ...unsigned(i)]),
    ]),
    ...section(
      10,
      all.map(([, body]) => sized(code(body))),
    ),
  ]);
}

function code({ locals, steps }: WasmFunction): number[] {
  const runs: { type: number; length: number }[] = [];
  for (const type of locals) {
    const last = runs.at(-1);
    if (last?.type === type) last.length += 1;
    else runs.push({ type, length: 1 });
  }
  const declared = vector(runs.map(({ type, length }) => [...unsigned(length), type]));
  return [...declared, ...steps.flat(2), ...END];
}

const section = (id: number, items: number[][]) => [id, ...sized(vector(items))];
const vector = (items: number[][]) => [...unsigned(items.length), ...items.flat()];
const sized = (octets: number[]) => [...unsigned(octets.length), ...octets];
const named = (name: string) => sized([...Buffer.from(name)]);
const repeated = (item: number[], times: number) => Array.from({ length: times }, () => item);

/** LEB128: seven bits an octet, the lowest first. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  if (value >= -0x40 && value < 0x40) return [value & 0x7f];
  return [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
