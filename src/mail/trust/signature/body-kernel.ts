/**
 * The body's canonicalization, sixteen octets at a time: a WebAssembly function for each form. A regular expression or
 * a loop in JavaScript takes up to fifteen times as long for the worst text.
 */

import {
  BLOCK,
  branch,
  branchIf,
  END,
  I8X16_BITMASK,
  I32,
  I32_ADD,
  I32_CTZ,
  I32_EQ,
  I32_EQZ,
  I32_GE_S,
  I32_LOAD8_U,
  I32_NE,
  I32_OR,
  I32_STORE8,
  I32_SUB,
  IF,
  type Instruction,
  i32Const,
  LOOP,
  localGet,
  localSet,
  localTee,
  octetsEqual,
  V128,
  V128_AND,
  V128_OR,
  V128_STORE,
  v128Load,
  type WasmFunction,
  wasmModule,
} from '../../message/wasm-module.ts';

/** The forms of RFC 6376 section 3.4, for headers and bodies alike. */
export type Form = 'simple' | 'relaxed';

/** The most octets of a body in one call. */
export const KERNEL_OCTETS = 65_536;

const VECTOR = 16;
/** Octets that the kernel reads behind the input: they must look like ordinary text. */
const OVERREAD = VECTOR + 1;
const ORDINARY = 0x78;
const INPUT = 0;
const OUTPUT = KERNEL_OCTETS + 2 * VECTOR;

const AT = 0;
const LIMIT = 1;
const OUT = 2;
const EVENTS = 3;
const OCTET = 4;
const HERE = 5;
const NEXT = 6;

const [TAB, LF, CR, SP, DOT] = [9, 10, 13, 32, 46];

const add = (local: number, value: number): Instruction[] => [
  localGet(local),
  i32Const(value),
  I32_ADD,
  localSet(local),
];
const is = (vector: number, octet: number): Instruction[] => [localGet(vector), octetsEqual(octet)];

/** A line break with a stuffing dot behind it (RFC 5321 section 4.5.2). */
const STUFFED: Instruction[][] = [[...is(HERE, LF), ...is(NEXT, DOT), V128_AND]];

/** A blank that the relaxed form changes: every TAB, and an SP with another blank or the line's end behind it. */
const BLANKS: Instruction[][] = [
  [...is(NEXT, SP), ...is(NEXT, TAB), V128_OR, ...is(NEXT, CR), V128_OR],
  [...is(HERE, SP), V128_AND, ...is(HERE, TAB), V128_OR],
  [V128_OR],
];

/** A run of blanks: it becomes one SP, or nothing at the end of a line (RFC 6376 section 3.4.4). */
const SKIP_RUN: Instruction[][] = [
  [LOOP],
  [...add(AT, 1), localGet(AT), I32_LOAD8_U, localTee(OCTET)],
  [i32Const(SP), I32_EQ, localGet(OCTET), i32Const(TAB), I32_EQ, I32_OR, branchIf(0)],
  [END],
  [localGet(OCTET), i32Const(CR), I32_NE, IF],
  [localGet(OUT), i32Const(SP), I32_STORE8, ...add(OUT, 1)],
  [END],
];

/** Writes the octets from AT to LIMIT to OUT, and returns the index behind the last octet written. */
const kernel = (events: Instruction[][], run: Instruction[][]): WasmFunction => ({
  parameters: 3,
  locals: [I32, I32, V128, V128],
  steps: [
    [BLOCK, LOOP],
    [localGet(AT), localGet(LIMIT), I32_GE_S, branchIf(1)],
    // Sixteen octets are written as they are; the next write replaces the wrong ones.
    [localGet(OUT), localGet(AT), v128Load(0), localTee(HERE), V128_STORE],
    [localGet(AT), v128Load(1), localSet(NEXT)],
    ...STUFFED,
    ...events,
    [I8X16_BITMASK, localTee(EVENTS), I32_EQZ, IF],
    [...add(AT, VECTOR), ...add(OUT, VECTOR), branch(1)],
    [END],
    // Skip to the first event.
    [localGet(EVENTS), I32_CTZ, localTee(EVENTS), localGet(AT), I32_ADD, localSet(AT)],
    [localGet(EVENTS), localGet(OUT), I32_ADD, localSet(OUT)],
    [localGet(AT), I32_LOAD8_U, i32Const(LF), I32_EQ, IF],
    [...add(AT, 2), ...add(OUT, 1), branch(1)],
    [END],
    ...run,
    [branch(0)],
    [END, END],
    // The octets behind the limit were written as well: the result excludes them.
    [localGet(OUT), localGet(AT), localGet(LIMIT), I32_SUB, I32_SUB],
  ],
});

/** Its text form is body-kernel.wat. */
export const kernelModule = wasmModule(OUTPUT + KERNEL_OCTETS + 2 * VECTOR, {
  simple: kernel([], []),
  relaxed: kernel(BLANKS, SKIP_RUN),
});

/**
 * Takes out the stuffing dots behind a line break, and in the relaxed form reduces blanks.
 * @param octets at most KERNEL_OCTETS of the wire form; the last is no CR, and in the relaxed form no blank
 * @param first octets that precede the result unchanged; at most VECTOR
 * @returns a view that holds until the next call
 */
export function canonicalOctets(form: Form, octets: Uint8Array, first: Uint8Array): Uint8Array {
  const { memory, functions } = kernelModule;
  const limit = INPUT + octets.length;
  memory.set(octets, INPUT);
  memory.fill(ORDINARY, limit, limit + OVERREAD);
  memory.set(first, OUTPUT);
  const end = functions[form](INPUT, limit, OUTPUT + first.length);
  return memory.subarray(OUTPUT, end);
}
