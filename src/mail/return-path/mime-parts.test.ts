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
  assert.deepEqual(
    [parameter('charset'), parameter('X'), parameter('z')],
    ['us ascii', 'y', undefined],
  );
  assert.deepEqual([field('x'), field('y')], ['1', undefined]);
  assert.equal(body.toString(), '\r\nbody');
});

test('an entity without a type is plain text; without a header it is all body, without a body all header', () => {
  assert.deepEqual(
    [entity('', 'a').type, entity('', 'a').body.toString()],
    ['text/plain', '\r\na'],
  );
  assert.deepEqual([entity('X: 1').field('x'), entity('X: 1').body.length], ['1', 0]);
  assert.equal(entity('', 'X: 1', '', 'a').field('x'), undefined);
});

test('RFC 2046: parts are between boundary lines, perhaps with trailing blanks; preamble and epilogue are not parts', () => {
  const parts = bodies(
    MIXED,
    '',
    'preamble',
    '--b \t',
    '',
    'one',
    '--bc',
    'still one',
    '--b-',
    'still one',
    '--b',
    'X: 2',
    '',
    'two',
    '--b--',
    'epilogue',
    '--b',
    '',
    'three',
  );
  assert.deepEqual(parts, ['one\r\n--bc\r\nstill one\r\n--b-\r\nstill one', 'two']);
  assert.deepEqual(bodies(MIXED, '', '--b', '', 'no last line'), ['no last line']);
  assert.deepEqual(bodies(MIXED, '', '--b', '', 'cut', '--b--'), ['cut']);
  assert.deepEqual(bodies(MIXED, '', 'no boundary line'), []);
  assert.deepEqual(bodies('Content-Type: multipart/mixed', '', '--b', '', 'x'), ['--b\r\n\r\nx']);
  assert.deepEqual(bodies('Content-Type: text/plain; boundary=b', '', '--b', '', 'x'), [
    '--b\r\n\r\nx',
  ]);
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
  const decoys = (count: number) => Array.from({ length: count }, () => '--bc');
  assert.deepEqual(bodies(MIXED, '', ...decoys(199), '--b', '', 'x', '--b--'), ['x\r\n--b--']);
  assert.deepEqual(bodies(MIXED, '', ...decoys(198), '--b', '', 'x', '--b--'), ['x']);
  assert.deepEqual(bodies(MIXED, '', ...decoys(200), '--b', '', 'x', '--b--'), []);
});

test('multiparts are opened to a depth of four', () => {
  const nested = (depth: number) => {
    const lines: string[] = [];
    for (let i = 0; i < depth; i += 1) {
      lines.push(`Content-Type: multipart/mixed; boundary=b${i}.`, '', `--b${i}.`);
    }
    return leafParts(entity(...lines, '', 'deep')).map(({ type }) => type);
  };
  assert.deepEqual(nested(4), ['text/plain']);
  assert.deepEqual(nested(5), ['multipart/mixed']);
});

test('two hundred fields of a header are read, and 2000 octets of each', () => {
  const fields = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: y`);
  assert.equal(entity(...fields(199), 'Last: 1', '', '').field('last'), '1');
  assert.equal(entity(...fields(200), 'Last: 1', '', '').field('last'), undefined);
  assert.equal(
    entity(`Long: ${'x'.repeat(3000)}`, '', '').field('long')?.length,
    2000 - 'Long: '.length,
  );
});
