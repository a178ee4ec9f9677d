import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  I32_ADD,
  i32Const,
  type Instruction,
  localGet,
  localSet,
  I32,
  wasmModule,
} from './wasm-module.ts';

test('numbers of any size are written as LEB128', () => {
  for (const value of [0, 1, 63, 64, 127, 128, 8191, 8192, 2 ** 31 - 1, -1, -64, -65, -(2 ** 31)]) {
    const { functions } = wasmModule(1, {
      plus: { parameters: 1, locals: [], steps: [[localGet(0), i32Const(value), I32_ADD]] },
    });
    assert.equal(functions.plus(0), value);
  }
});

test('a body may be longer than 16 KiB, and have more locals than fit into one octet', () => {
  const counting: Instruction[][] = Array.from({ length: 3000 }, () => [
    localGet(200),
    i32Const(1),
    I32_ADD,
    localSet(200),
  ]);
  const { memory, functions } = wasmModule(65_537, {
    count: {
      parameters: 0,
      locals: Array.from({ length: 201 }, () => I32),
      steps: [...counting, [localGet(200)]],
    },
    other: { parameters: 2, locals: [], steps: [[localGet(0), localGet(1), I32_ADD]] },
  });
  assert.equal(functions.count(), 3000);
  assert.equal(functions.other(2, 3), 5);
  assert.equal(memory.length, 131_072);
});
