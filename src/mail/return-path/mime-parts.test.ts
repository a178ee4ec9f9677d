import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leafParts, readEntity } from './mime-parts.ts';

const entity = (...lines: string[]) => readEntity(Buffer.from(lines.join('\r\n'), 'latin1'));
const MIXED = 'Content-Type: multipart/mixed; boundary=b';
/** The bodies of all parts, without the line end that ends their header. */
const bodies = (...lines: string[]) =>
  leafParts(entity(...lines)).map(({ body }) => body.toString('latin1').trim());

test('type, parameters and fields of an entity are read', () => {
  const { type, parameter, field, body } = entity(
    'Content-Type: Text/HTML; charset="us ascii"; x=y',
    'X: 1',
    'X: 2',
    '',
    'body',
  );
  assert.equal(type, 'text/html');
  const parameters = ['charset', 'X', 'z'].map(parameter);
  assert.deepEqual(parameters, ['us ascii', 'y', undefined]);
  assert.deepEqual([field('x'), field('y'), body.toString()], ['1', undefined, '\r\nbody']);
});

test('an entity without a type is plain text; without a header it is all body, without a body all header', () => {
  const { type, body, field } = entity('', 'X: 1', '', 'a');
  assert.deepEqual(
    [type, body.toString(), field('x')],
    ['text/plain', '\r\nX: 1\r\n\r\na', undefined],
  );
  assert.deepEqual([entity('X: 1').field('x'), entity('X: 1').body.length], ['1', 0]);
});

test('RFC 2046: parts are between boundary lines, perhaps with trailing blanks; preamble and epilogue are not parts', () => {
  for (const [lines, parts] of [
    ['preamble|--b \t||one|--b|X: 2||two|--b--|epilogue|--b||three', ['one', 'two']],
    ['--b||one|--bc|still one|--b-|still one', ['one|--bc|still one|--b-|still one']],
    ['--b||no last line', ['no last line']],
    ['--b||cut|--b--', ['cut']],
    ['no boundary line', []],
  ] as const) {
    const read = bodies(MIXED, '', ...lines.split('|'));
    assert.deepEqual(
      read.map((body) => body.replaceAll('\r\n', '|')),
      parts,
      lines,
    );
  }
  for (const type of ['multipart/mixed', 'text/plain; boundary=b']) {
    assert.deepEqual(bodies(`Content-Type: ${type}`, '', '--b', '', 'x'), ['--b\r\n\r\nx']);
  }
});

test('twenty parts of a multipart are read, and two hundred lines that look like its boundary', () => {
  const part = (i: number) => ['--b', '', `${i}`];
  const parts = (count: number) => Array.from({ length: count }, (_, i) => part(i)).flat();
  for (const end of [[], ['--b--']]) {
    for (const count of [19, 20, 21, 22]) {
      const read = bodies(MIXED, '', ...parts(count), ...end);
      assert.equal(read.length, Math.min(count, 20), `${count}`);
      assert.equal(read.at(-1), `${Math.min(count, 20) - 1}`);
    }
  }
  const afterDecoys = (count: number) =>
    bodies(MIXED, '', ...Array(count).fill('--bc'), '--b', '', 'x', '--b--');
  assert.deepEqual([198, 199, 200].map(afterDecoys), [['x'], ['x\r\n--b--'], []]);
});

test('multiparts are opened to a depth of four', () => {
  const nested = (depth: number) => {
    const open = (i: number) => [`Content-Type: multipart/mixed; boundary=b${i}.`, '', `--b${i}.`];
    const lines = Array.from({ length: depth }, (_, i) => open(i)).flat();
    return leafParts(entity(...lines, '', 'deep')).map(({ type }) => type);
  };
  assert.deepEqual(nested(4), ['text/plain']);
  assert.deepEqual(nested(5), ['multipart/mixed']);
});

test('a hundred entities of a message are read, however they nest', () => {
  const nested = (depth: number): string[] =>
    depth === 0
      ? ['', 'x']
      : [
          `Content-Type: multipart/mixed; boundary=b${depth}.`,
          '',
          ...Array.from({ length: 20 }, () => [`--b${depth}.`, ...nested(depth - 1)]).flat(),
          `--b${depth}.--`,
        ];
  // Five of them are multiparts.
  assert.equal(leafParts(entity(...nested(2))).length, 95);
  assert.ok(leafParts(entity(...nested(3))).length < 100);
});

test('two hundred fields of a header are read, and 2000 octets of each', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: y`);
  const last = (count: number) => entity(...fields(count), 'Last: 1', '', '').field('last');
  assert.deepEqual([199, 200].map(last), ['1', undefined]);
  const long = entity(`Long: ${'x'.repeat(3000)}`, '', '').field('long');
  assert.equal(long?.length, 2000 - 'Long: '.length);
});
