import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock } from '../../message/header-block.ts';
import { DEPTH, PART_HEADER_OCTETS, PARTS, walkParts } from './mime-walk.ts';

function walk(header: string, body: string, cuts: readonly number[] = []) {
  const head = `${header}\r\n\r\n`;
  const octets = Buffer.from(head + body, 'latin1');
  const edges = [0, ...cuts.map((cut) => head.length + cut), octets.length];
  const chunks = edges.slice(1).map((end, i) => octets.subarray(edges[i], end));
  const steps = walkParts({
    message: { chunks, octets: octets.length, eightBit: false },
    block: HeaderBlock.read(octets.subarray(0, head.length - 2)),
    bodyStart: head.length,
  });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const found = step.value;
  if (found.kind === 'broken') return { broken: found.part, type: found.type };
  const cut = ({ start, end }: { start: number; end: number }) =>
    octets.toString('latin1', start, end);
  return {
    parts: found.parts.map(({ number, content, header: own, body: text }) => [
      number,
      content.type,
      cut(own),
      cut(text),
    ]),
    gaps: found.gaps.map(({ part, range }) => [part.number, cut(range)]),
  };
}

const MIXED = 'Content-Type: multipart/mixed; boundary="b"';

test('a message that is not a multipart is its own part', () => {
  for (const header of ['Subject: x', 'Content-Type: TEXT/Plain; boundary=b']) {
    assert.deepEqual(walk(header, 'x\r\n--b\r\n.--b\r\n'), {
      parts: [[0, 'text/plain', '', 'x\r\n--b\r\n.--b\r\n']],
      gaps: [],
    });
  }
});

test('parts, preamble and epilogue are found wherever the chunks are split', () => {
  const body = [
    'preamble\r\n--b\r\n\r\none\r\n\r\n',
    '--b \t\r\nContent-Type: multipart/alternative;\r\n\tboundary=bc\r\nX: y\r\n\r\n',
    '--bc\r\nContent-Type: text/html\r\n\r\n-- bcd',
    '\r\n--bc--\r\nwithin\r\n--b\r\n\r\n--b--\r\nepilogue\r\n',
  ].join('');
  const expected = walk(MIXED, body);
  assert.deepEqual(expected.gaps, [
    [0, 'preamble\r\n'],
    [2, 'within\r\n'],
    [0, 'epilogue\r\n'],
  ]);
  assert.deepEqual(
    expected.parts?.map(([number, type, , text]) => [number, type, number === 0 ? '' : text]),
    [
      [0, 'multipart/mixed', ''],
      [1, 'text/plain', 'one\r\n'],
      [
        2,
        'multipart/alternative',
        '--bc\r\nContent-Type: text/html\r\n\r\n-- bcd\r\n--bc--\r\nwithin',
      ],
      [3, 'text/html', '-- bcd'],
      [4, 'text/plain', ''],
    ],
  );
  assert.equal(
    expected.parts?.[2]?.[2],
    'Content-Type: multipart/alternative;\r\n\tboundary=bc\r\nX: y\r\n',
  );
  for (let cut = 0; cut <= body.length; cut++) {
    assert.deepEqual(walk(MIXED, body, [cut]), expected, `cut at ${cut}`);
  }
  const each = Array.from(body, (_, i) => i);
  assert.deepEqual(walk(MIXED, body, each), expected, 'each octet a chunk');
});

const ends = '\r\n--b--\r\n';
const one = `--b\r\n\r\nx${ends}`;

test('a message in which programs find different parts counts as broken', () => {
  for (const [header, body] of [
    ['Content-Type: multipart/mixed', one],
    ['Content-Type: multipart/mixed; boundary=""', one],
    [
      `Content-Type: multipart/mixed; boundary=${'b'.repeat(71)}`,
      one.replaceAll('--b', `--${'b'.repeat(71)}`),
    ],
    ['Content-Type: multipart/mixed; boundary="b "', one.replaceAll('--b', '--b ')],
    ['Content-Type: multipart/mixed; boundary="b\xfc"', one.replaceAll('--b', '--b\xfc')],
    ['Content-Type: multipart/mixed; boundary=b; boundary=c', one],
    ["Content-Type: multipart/mixed; boundary*=''b", one],
    [`${MIXED}\r\nContent-Type: text/plain`, one],
    [`${MIXED}\r\nContent-Transfer-Encoding: base64`, one],
    [`${MIXED}\r\nContent-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: 7bit`, one],
    ['Content-Type: nonsense', one],
    ['Content-Type: multipart/mixed; boundary="b', one],
    [MIXED, 'no part at all\r\n'],
    [MIXED, '--b--\r\n'],
    [MIXED, '--b\r\n\r\nx\r\n'],
    [MIXED, `--b\r\n\r\nx\r\n--bx${ends}`],
    [MIXED, `${one}--b\r\n\r\nx${ends}`],
    [MIXED, `${one}--b--\r\n`],
    [MIXED, '--b\r\n--b--\r\n'],
    [MIXED, `--b\r\nno field\r\n\r\nx${ends}`],
    [MIXED, `--b\r\n folded\r\n\r\nx${ends}`],
    [MIXED, `--b\r\nX: y\r\n--b: z\r\n\r\nx${ends}`],
    [MIXED, `--b\r\nX: ${'y'.repeat(PART_HEADER_OCTETS)}\r\n\r\nx${ends}`],
    [MIXED, `--b\r\n${'X: y\r\n'.repeat(101)}\r\nx${ends}`],
    [MIXED, `--b\r\n. folded\r\n\r\nx${ends}`],
    [MIXED, `--b\r\n\r\nx\r\n.--b\r\n\r\ny${ends}`],
    [MIXED, `--b\r\n\r\nx\r\n.--bx${ends}`],
    [MIXED, `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nx${ends}`],
    [MIXED, `--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nx${ends}${ends}`],
  ] as const) {
    assert.ok('broken' in walk(header, body), `${header} ${JSON.stringify(body.slice(0, 60))}`);
  }
  assert.ok('parts' in walk(MIXED, one), 'this one is whole');
});

test('a delimiter after an unnecessary stuffing dot is found wherever the chunks are split, even before its own multipart', () => {
  const body =
    '--b\r\n\r\nx\r\n.--c\r\n--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n' +
    '--c\r\n\r\ny\r\n--c--\r\n--b--\r\n';
  assert.ok('parts' in walk(MIXED, body.replace('.--c', '.--d')));
  for (let cut = 0; cut < body.length; cut++) {
    for (const cuts of [[cut], [cut, cut + 1], [cut, cut + 1, cut + 2]]) {
      assert.ok('broken' in walk(MIXED, body, cuts), cuts.join());
    }
  }
});

test('depth, parts and headers have limits, and a message within the limits is parsed', () => {
  assert.deepEqual([DEPTH, PARTS, PART_HEADER_OCTETS], [20, 500, 16_384]);
  const nested = (depth: number): string =>
    depth === 0
      ? '\r\nx'
      : `Content-Type: multipart/mixed; boundary=b${depth}=\r\n\r\n--b${depth}=\r\n${nested(depth - 1)}\r\n--b${depth}=--\r\n`;
  const split = (depth: number) => {
    const [header = '', ...rest] = nested(depth).split('\r\n\r\n');
    return [header, rest.join('\r\n\r\n')] as const;
  };
  assert.equal(walk(...split(DEPTH)).parts?.length, DEPTH + 1);
  assert.deepEqual(walk(...split(DEPTH + 1)), { broken: DEPTH, type: 'multipart/mixed' });
  const many = (count: number) => `${'--b\r\n\r\nx\r\n'.repeat(count)}--b--\r\n`;
  assert.equal(walk(MIXED, many(PARTS)).parts?.length, PARTS + 1);
  assert.equal(walk(MIXED, many(PARTS + 1)).broken, PARTS + 1);
  const long = `X: ${'y'.repeat(PART_HEADER_OCTETS - 5)}\r\n`;
  assert.equal(long.length, PART_HEADER_OCTETS);
  assert.equal(walk(MIXED, `--b\r\n${long}\r\nx${ends}`).parts?.length, 2);
});

test('a stuffing dot before a line does not belong to a header', () => {
  const found = walk(MIXED, `--b\r\n..x: y\r\nContent-Type: text/html\r\n\r\nx${ends}`);
  assert.deepEqual(found.parts?.[1]?.slice(1, 3), [
    'text/html',
    '..x: y\r\nContent-Type: text/html\r\n',
  ]);
});
