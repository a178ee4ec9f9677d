import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { size } from './layout.ts';
import { listPage, mailPage } from './pages.ts';
import type { ReadMessage } from './reading.ts';

const MAIL = {
  id: '1',
  received: Date.UTC(2026, 10, 21, 12),
  sender: '',
  recipients: ['jane@b.test', 'john@b.test'],
  octets: Buffer.alloc(1234),
};
const EMPTY = { subject: '', from: '', to: '', date: '', headers: [], text: '', html: '' };
const NOTHING: ReadMessage = { ...EMPTY, attachments: [], cut: false };

const page = async (change: Partial<ReadMessage>) =>
  String(await mailPage(MAIL, { ...NOTHING, ...change }, 'http://veil.test'));

test('sizes are shown in bytes, kB and MB', () => {
  assert.deepEqual([0, 999, 1000, 1250, 999_949, 1_000_000, 67_108_864].map(size), [
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '1.3 kB',
    '999.9 kB',
    '1.0 MB',
    '67.1 MB',
  ]);
});

test('HTML shorter than 2000 characters gets a low frame', async () => {
  assert.match(await page({ html: 'x'.repeat(1999) }), /class="short"/);
  assert.doesNotMatch(await page({ html: 'x'.repeat(2000) }), /class="short"/);
});

test('a message without text, subject or sender says so, and so does a message that was cut', async () => {
  const empty = await page({});
  assert.match(empty, /No subject/);
  assert.match(empty, /This message has no text/);
  assert.doesNotMatch(empty, /too long to show in full|Attachments|<iframe/);
  const full = await page({
    text: 'Hello',
    cut: true,
    attachments: [{ name: '', type: 'image/png', octets: 3 }],
  });
  assert.match(full, /too long to show in full/);
  assert.match(full, /Unnamed[^]*image\/png, 3 bytes/);
  assert.doesNotMatch(full, /This message has no text|<iframe/);
});

test('the list names sender, recipients and size of each message', async () => {
  const list = String(await listPage([[MAIL, { subject: '', from: '' }]], 'a.test'));
  assert.match(list, /data-count="1"/);
  assert.match(list, /No subject[^]*No sender[^]*1\.2 kB[^]*jane@b\.test, john@b\.test/);
  assert.match(String(await listPage([], 'a.test')), /data-count="0"[^]*No mail yet[^]*a\.test/);
});

test('a date that cannot be parsed is shown as it is, escaped', async () => {
  assert.match(await page({ date: '<b>soon</b>' }), /<dd>&lt;b&gt;soon&lt;\/b&gt;<\/dd>/);
});

test("a browser's translator leaves the addresses on a page as they are", async () => {
  const mail = await page({ from: 'Ann <ann@a.test>', date: 'today' });
  assert.match(mail, /<dd class="mono" translate="no">Ann &lt;ann@a\.test&gt;<\/dd>/);
  assert.match(mail, /<dd>today<\/dd>/);
  const list = String(await listPage([[MAIL, { subject: '', from: 'ann@a.test' }]], 'a.test'));
  assert.match(list, /<span class="fine from" translate="no">ann@a\.test<\/span>/);
  assert.match(list, /translate="no">jane@b\.test, john@b\.test<\/span>/);
});

const style = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Names and values of the custom properties in a block. */
const tokens = (block = '') =>
  new Map(
    [...block.matchAll(/(--[\w-]+): (.+);/g)].map(([, name = '', value = '']) => [name, value]),
  );

test('the try-out mailbox wears the colours of the screen, by day and by night', () => {
  const theme = style('../../../web/style/theme.css');
  const [day, night] = [...theme.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) => tokens(block));
  const own = tokens(/:root \{([^}]*)\}/.exec(style('assets/mailbox.css'))?.[1]);
  let compared = 0;
  for (const [name, value] of own) {
    const both = /^light-dark\((#\w+), (#\w+)\)$/.exec(value);
    if (!both) continue;
    assert.deepEqual([both[1], both[2]], [day?.get(name), night?.get(name)], name);
    compared += 1;
  }
  assert.ok(compared >= 9, `${compared}`);
});
