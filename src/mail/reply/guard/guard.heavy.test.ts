import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, ALIAS, judge, mixed, part, plain, SHOWS, typed } from './guard.fixture.ts';
import { REWRITTEN_OCTETS } from './guard.ts';

test('an address is found wherever the pieces of the text end', async () => {
  for (const broken of [
    ADDRESS,
    'jane.doe%2540nest.example',
    'jane.doe&commat;nest.example',
    'jane.doe&#0064;nest.<b title=">">example',
    'jane.<!-- x --> doe@nest<!-- - -->.example',
  ]) {
    // The ends of a folded block, and of a piece of the message.
    for (const size of broken === ADDRESS ? [16_384, 65_536] : [16_384]) {
      for (let at = size - 96; at <= size + 2; at++) {
        const text = typed('text/html', `${'x\r\n'.repeat(at).slice(-at)}<p>${broken}</p>`);
        assert.equal((await judge(text)).verdict, `${SHOWS} 0 text/html`, `${broken} at ${at}`);
      }
    }
    const text = typed('text/html', `<p>${broken}</p>`);
    for (let piece = 1; piece < 40; piece++) {
      assert.equal((await judge(text, { piece })).verdict, `${SHOWS} 0 text/html`, `${piece}`);
    }
  }
  const far = typed('text/html', `jane.doe<img src="${'x'.repeat(200_000)}">@nest.example`);
  assert.equal((await judge(far)).verdict, `${SHOWS} 0 text/html`);
  const { verdict } = await judge(plain(`${'x'.repeat(40_000)}jane.doe@nest.example`));
  assert.equal(verdict, 'clean', 'the end of a longer name, wherever it lies');
});

test('a message whose address cannot be replaced completely is rejected', async () => {
  const options = { onFind: 'replace' } as const;
  const large = `${'x'.repeat(70)}\r\n`.repeat(Math.ceil(REWRITTEN_OCTETS / 72));
  assert.equal((await judge(plain(large + ADDRESS), options)).verdict, `${SHOWS} 0 text/plain`);
  const half = `${ADDRESS}\r\n${large.slice(0, REWRITTEN_OCTETS / 2 - 100)}`;
  const two = mixed(part('', half), part('', half));
  assert.equal((await judge(two, options)).verdict, 'clean');
  const three = mixed(part('', half), part('', half), part('', half));
  assert.equal((await judge(three, options)).verdict, `${SHOWS} 3 text/plain`);
  const line = `${'x'.repeat(997 - ADDRESS.length)} ${ADDRESS}`;
  const longAlias = { ...options, alias: `${'a'.repeat(64)}@alias.test` };
  assert.equal((await judge(plain(line), longAlias)).verdict, `${SHOWS} 0 text/plain`, 'too long');
  assert.equal((await judge(plain(line.slice(100)), longAlias)).verdict, 'clean');
  const wide = typed('text/plain; charset=gb18030', 'jane.doe\xa3\xc0nest.example');
  assert.equal((await judge(wide)).verdict, `${SHOWS} 0 text/plain`);
  assert.equal((await judge(wide, options)).verdict, `${SHOWS} 0 text/plain`);
  const header = mixed(part(`X: ${ADDRESS}`, 'x'));
  assert.equal((await judge(header, options)).verdict, `${SHOWS} 1 text/plain`);
});

test('a base64 text whose last piece is complete is rewritten to its end', async () => {
  const text = `${ADDRESS}\r\n${'x'.repeat(61)}\r\n`.repeat(800).slice(0, 65_536);
  const [before, after] = [text, text.replaceAll(ADDRESS, ALIAS)].map((one) =>
    Buffer.from(one).toString('base64'),
  );
  const lines = before?.match(/.{1,76}/g)?.join('\r\n');
  const type = 'text/plain\r\nContent-Transfer-Encoding: base64';
  const { sent } = await judge(typed(type, lines), { onFind: 'replace' });
  assert.equal(sent.slice(sent.indexOf('\r\n\r\n')).replaceAll('\r\n', ''), after);
});

test('the event loop gets a turn after each 64 KiB of a long text', async () => {
  let turns = 0;
  const turn = () => Promise.resolve(void turns++);
  const octets = 3_000_000;
  await judge(plain(`${'x'.repeat(70)}\r\n`.repeat(octets / 72)), { turn });
  assert.ok(turns >= octets / 65_536 - 1 && turns < octets / 30_000, `${turns}`);
  turns = 0;
  await judge(plain('short'), { turn });
  assert.equal(turns, 0);
});

test('an address is found in every charset that can be decoded', async () => {
  const labels =
    'us-ascii ISO-8859-1 windows-1252 iso-8859-15 koi8-r macintosh gb2312 gb18030 big5 euc-kr shift_jis utf-8 tis-620';
  for (const label of labels.split(' ')) {
    for (const text of [
      ADDRESS,
      `\xe4\xf6 ${ADDRESS} \xfc`,
      `\xe4\xf6 ${'x'.repeat(70_000)} ${ADDRESS} \xfc`,
    ]) {
      const content = typed(`text/plain; charset=${label}`, text);
      assert.equal((await judge(content)).verdict, `${SHOWS} 0 text/plain`, label);
      const { sent } = await judge(content, { onFind: 'replace' });
      assert.equal(sent, content.replace(ADDRESS, ALIAS), label);
    }
  }
  for (const [label, text] of [
    ['iso-2022-jp', '\x1b$B#j#a#n#e\x1b(B.doe@nest.example'],
    ['shift_jis', '\x82\x8aane.doe@nest.example'],
    ['gb18030', '\xa3\xeaane.doe@nest.example'],
  ] as const) {
    const content = typed(`text/plain; charset=${label}`, text);
    for (const piece of [1, 2, 3, Infinity]) {
      assert.equal((await judge(content, { piece })).verdict, `${SHOWS} 0 text/plain`, label);
    }
  }
});
