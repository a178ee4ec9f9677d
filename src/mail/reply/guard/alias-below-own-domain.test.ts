import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS, judge, mixed, part, SHOWS, typed } from './guard.fixture.ts';

/** Of an operator who also uses the personal domain for aliases: the correspondent sees that part of it. */
const DOMAIN = 'alias.nest.example';
const alias = `alias-1000@${DOMAIN}`;
const sealId = (id: string) => `m.${Buffer.from(id).toString('hex')}@${DOMAIN}`;

test("an inline picture is kept if the alias is below the owner's own domain", async () => {
  const content = (id: string) =>
    [
      'Content-Type: multipart/related; boundary="=_b"\r\n\r\n',
      part('Content-Type: text/html', `<img src="cid:${id}">`),
      part(`Content-Type: image/png\r\nContent-ID: <${id}>`, 'x'),
      '--=_b--\r\n',
    ].join('');
  const id = 'part1@nest.example';
  const { verdict, sent } = await judge(content(id), { alias, sealId });
  assert.equal(verdict, 'clean');
  assert.equal(sent, content(sealId(id)));
});

test("the domain of the alias does not show the owner, and the owner's domain above it does", async () => {
  for (const name of [DOMAIN, alias, `mx.${DOMAIN}`, 'ALIAS.Nest.Example', `see ${alias}`]) {
    assert.equal(
      (await judge(mixed(part(`X-Id: ${name}`, 'x')), { alias })).verdict,
      'clean',
      name,
    );
  }
  for (const name of ['nest.example', 'mail.nest.example', `${DOMAIN}, nest.example`, ADDRESS]) {
    const { verdict } = await judge(mixed(part(`X-Id: ${name}`, 'x')), { alias });
    assert.equal(verdict, `${SHOWS} 1 text/plain`, name);
  }
});

test('a long invitation may name the alias anywhere', async () => {
  const long = `alias-1000@${'forwarded-mail.'.repeat(4)}nest.example`;
  const line = `ATTENDEE:mailto:${long}\r\n`;
  for (let shift = 0; shift < line.length; shift += 8) {
    const text = `${'x'.repeat(16_000 + shift)}\r\n${line.repeat(400)}`;
    const { verdict } = await judge(typed('text/calendar', text), { alias: long });
    assert.equal(verdict, 'clean', String(shift));
  }
});
