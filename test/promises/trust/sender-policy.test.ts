import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ALIAS, forwarding, hand, letter } from '#support/forwarding.ts';

/** The DNS records of the handbook for an operator, under this test's domain. */
function records(): { name: string; type: string; value: string }[] {
  const page = readFileSync(new URL('../../../docs/self-hosting.md', import.meta.url), 'utf8');
  const rows = page
    .replaceAll('alias.example.org', 'alias.test')
    .matchAll(/^\| `([^`]+)` \| ([A-Z, ]+) \| (.+?) \|/gm);
  return [...rows].flatMap(([, name = '', types = '', value = '']) =>
    types.split(', ').map((type) => ({ name, type, value: value.replaceAll('`', '') })),
  );
}

const published = records();
const exists = (name: string) =>
  published.some((record) => record.name === name || record.name.endsWith(`.${name}`));

/** The values of a name, or of its wildcard: the one below its closest existing ancestor (RFC 4592 section 3.3.1). */
function lookUp(name: string, wanted: string): string[] {
  let closest = name;
  while (closest !== '' && !exists(closest)) closest = closest.replace(/^[^.]*\.?/, '');
  const found = closest === name ? name : `*.${closest}`;
  return published
    .filter((record) => record.name === found && record.type === wanted)
    .map(({ value }) => value);
}

/** Whether SPF passes for our server: the handbook's part of RFC 7208, `a` and `a:name` (section 5.3) before `-all`. */
function passes(domain: string): boolean {
  const policies = lookUp(domain, 'TXT').filter((text) => text.startsWith('v=spf1 '));
  // RFC 7208 section 4.5: two are as bad as none.
  const [, ...terms] = policies.length === 1 ? (policies[0]?.split(' ') ?? []) : [];
  const named = terms.filter((term) => term !== '-all');
  assert.ok(
    named.every((term) => /^a(?::|$)/.test(term)),
    `${named.join(' ')} cannot be judged here`,
  );
  return named.some((term) =>
    lookUp(term.slice(2) || domain, 'A').includes("the server's addresses"),
  );
}

test('with the records of the handbook SPF passes at the remote side and bounces find their way, whoever the sender is', async (t) => {
  const { hop, client } = await forwarding(t);
  for (const sender of [
    'ann@example.org',
    'SRS0=a=b=c.test=d@fwd.test',
    `${'x'.repeat(64)}@example.org`,
    '"ann b"@example.org',
  ]) {
    assert.match(await hand(await client(), [ALIAS], letter(sender), sender), /^250 /);
    const domain = /^MAIL FROM:<[^@>]+@([^@>]+)>/.exec(hop.messages.at(-1)?.mail ?? '')?.[1] ?? '';
    assert.ok(passes(domain), domain);
    assert.deepEqual(lookUp(domain, 'MX'), ['10 mx.alias.test.'], domain);
  }
});

test('SPF passes for a message with a null sender, which is checked by our name', async (t) => {
  const { hop, client } = await forwarding(t);
  assert.match(await hand(await client(), [ALIAS], letter('one'), ''), /^250 /);
  assert.match(hop.messages[0]?.mail ?? '', /^MAIL FROM:<>/);
  // RFC 7208 section 2.4.
  const helo = /^EHLO (.*)$/.exec(hop.commands[0] ?? '')?.[1] ?? '';
  assert.ok(passes(helo), helo);
});
