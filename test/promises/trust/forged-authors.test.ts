import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { ALIAS, hand } from '#support/forwarding.ts';
import { judging } from '#support/judging.ts';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { authorDomain } from '#mail/trust/dmarc/author-domain.ts';
import { Chance } from '../../fuzz/fuzzing.ts';

const FORGED = rounds(80);
/** Concurrent sessions. */
const CLIENTS = 4;

/** Mail of evil.test is proven by SPF, so much of it leaves rewritten, under our signature; bank.test has not sent any of it. */
const ZONE = {
  'evil.test': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
  '_dmarc.evil.test': { TXT: ['v=DMARC1; p=reject'] },
  '_dmarc.bank.test': { TXT: ['v=DMARC1; p=reject'] },
};

const CLAIMS = [
  'Veilpost',
  ...'VEIL\u200bPOST Support|Ｖeilpost|postmaster@alias.test|postmaster＠alias.test'.split('|'),
  ...'ceo@bank.test|ceo﹫bank.test|ceo at bank.test|ceo\u00a0at\u3000bank.test'.split('|'),
  ...'(ceo at bank.test)|mx.alias.test|Bank|The Bank, Ltd.'.split('|'),
  'x'.repeat(254),
] as const;
const NOISE = [
  '',
  ' '.repeat(150),
  '\u3000'.repeat(90),
  '\u2800'.repeat(40),
  ...' |\t\t|\r\n |\u202e|\u2066|\u200f|\u061c|\u200b|\u00ad|\x01|\x1b[2K|\x7f|\u0085'.split('|'),
  ...'" \\ \\" ( ) (c) ""'.split(' '),
] as const;
const DOMAINS = ['evil.test', 'evil.test', 'mail.evil.test', 'ceo.bank.test.evil.test'] as const;
const octets = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

/** Words, in one of the ways to write them. */
function words(chance: Chance): string {
  const parts = Array.from(
    { length: 1 + chance.upTo(4) },
    () => chance.oneOf(CLAIMS) + chance.oneOf(NOISE),
  );
  const text = chance.oneOf([parts.join(''), parts.join(' '), parts[0] ?? '']);
  const line = text.replaceAll('\r\n', '');
  const base64 = Buffer.from(line).toString('base64');
  const hex = Buffer.from(line).toString('hex').toUpperCase().replaceAll(/../g, '=$&');
  return chance.oneOf([
    octets(text),
    `"${octets(text)}"`,
    `"${octets(text).replaceAll(/["\\]/g, '\\$&')}"`,
    `=?utf-8?b?${base64}?=`,
    `=?UTF-8*en?Q?${hex}?=`,
    `"=?utf-8?b?${base64}?="`,
    octets(text)
      .split(' ')
      .map((word) => `=?utf-8?q?${word}?=`)
      .join(' '),
  ]);
}

/** A From that shows some reader another author than the one who sends it. */
function forgedFrom(chance: Chance): string {
  const domain = chance.oneOf(DOMAINS);
  const noise = octets(chance.oneOf(NOISE));
  const from = chance.oneOf([
    () => `${words(chance)} <x@${domain}>`,
    () => `${words(chance)} <x@${domain}>`,
    () => `${words(chance)} ${words(chance)}\r\n <${words(chance)}@${domain}>`,
    () => `<${'x'.repeat(1 + chance.upTo(254))}@${domain}>`,
    () => `"${octets(chance.oneOf(CLAIMS))}${noise}"@${domain}`,
    () => `ceo@ba${noise}nk.test`,
    () => `Ceo <ceo@bank.test${noise}>`,
    () => `ceo@bank.test${noise} <x@${domain}>`,
    () => `<ceo@bank.test> ${noise}<x@${domain}>`,
    () => `${words(chance)} <>`,
    () => `${words(chance)}:;`,
    () => `${words(chance)} (${octets(chance.oneOf(CLAIMS))})`,
    () => `(${octets(chance.oneOf(CLAIMS))}${noise}) x`,
    () => words(chance),
  ])();
  const alphabet = Buffer.from('<>@,;:."\\()[] \x01\x80');
  const changed = chance.upTo(3) > 0 ? from : mutated(chance, from, alphabet);
  return changed.replaceAll(/\r\n(?! )|\r(?!\n)|(?<!\r)\n|\0/g, '');
}

const mutated = (chance: Chance, text: string, alphabet: Buffer) =>
  chance.mutate(Buffer.from(text, 'latin1'), alphabet).toString('latin1');

/** The name as a reader sees it, however it is encoded. */
const comparable = (name: string) =>
  name
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[\s\p{Z}\u2800]+/gu, ' ')
    .toLowerCase();

/** A From under our signature, as another implementation reads it. */
async function checkOurs(header: string, sent: string): Promise<void> {
  const { from, headers } = await PostalMime.parse(Buffer.from(header, 'latin1'));
  const about = `${JSON.stringify(sent)} as ${JSON.stringify(from)}`;
  const { address = '', name = '' } = from ?? {};
  assert.match(address, /^(?:alias-4827|r[0a-d][a-z2-7]*)@(?:[a-z2-7.]+\.b\.)?alias\.test$/, about);
  const told = /^(.*?) ?\((?:[^()]* at ([^()@]*)|no address)\)$/su.exec(name) ?? assert.fail(about);
  const [, phrase = '', domain = 'evil.test'] = told;
  assert.doesNotMatch(domain, /(?:^|\.)(?:bank|alias)\.test$/i, about);
  const shown = comparable(`${phrase} `);
  assert.doesNotMatch(shown, /@| at |veilpost|alias\.test/, about);
  assert.doesNotMatch(name, /[\p{Cc}\p{Bidi_Control}]| {2}/u, about);
  assert.ok(Array.from(phrase).length <= 64 + '...'.length, about);
  const named = headers.map(({ key }) => key);
  assert.equal(named.filter((key) => key === 'from' || key === 'sender').length, 1, about);
}

test(`of ${FORGED} forged authors none is shown under our signature as someone else, and none passes p=reject`, async (t) => {
  const outcomes = { signed: 0, kept: 0, refused: 0 };
  for (const replies of [{ proof: 'any', onGuarded: () => {} } as const, 'off' as const]) {
    const way = await judging(t, {
      zone: { ...ZONE },
      replies,
      limits: false,
    });
    const chance = new Chance(seededRandom(replies === 'off' ? 26 : 25));
    const fields = Array.from({ length: FORGED / 2 }, () => forgedFrom(chance));
    const handOver = async (from: string, number: number) => {
      const report = number % 5 === 0 ? 'Content-Type: multipart/report; boundary=b\r\n' : '';
      const content = `From: ${from}\r\nX-Number: ${number}.\r\n${report}To: <${ALIAS}>\r\n\r\nx\r\n`;
      const reply = await hand(await client(number), [ALIAS], content, SENDERS[number % 3]);
      assert.match(reply, /^(?:250|550 5\.6\.0|550 5\.7\.1) /, JSON.stringify(from));
      if (!reply.startsWith('250')) outcomes.refused += 1;
    };
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => way.client()));
    const client = async (number: number) => clients[number % CLIENTS] ?? (await way.client());
    await Promise.all(
      clients.map(async (_, own) => {
        for (let i = own; i < fields.length; i += CLIENTS) await handOver(fields[i] ?? '', i);
      }),
    );
    for (const { octets: copy } of way.hop.messages) {
      const text = copy.toString('latin1');
      const sent = fields[Number(/^X-Number: (\d+)\./m.exec(text)?.[1])] ?? assert.fail(text);
      const header = text.slice(0, text.indexOf('\r\n\r\n') + 4);
      if (/^DKIM-Signature:/m.test(header)) {
        outcomes.signed += 1;
        await checkOurs(header, sent);
        continue;
      }
      outcomes.kept += 1;
      const author = authorDomain([sent]);
      // Only a report that shows no address may have no author.
      if (author.kind === 'none') assert.match(header, /^Content-Type: multipart\/report/m, sent);
      else assert.ok(author.kind === 'one' && !author.domain.endsWith('bank.test'), sent);
      const { from } = await PostalMime.parse(Buffer.from(header, 'latin1'));
      assert.doesNotMatch(from?.address ?? '', /(?:@|\.)(?:bank|alias)\.test$/i, sent);
    }
  }
  assert.equal(outcomes.signed + outcomes.kept + outcomes.refused, FORGED);
  assert.ok(
    outcomes.signed > FORGED * 0.3 && outcomes.refused > FORGED * 0.1 && outcomes.kept > 0,
    JSON.stringify(outcomes),
  );
  t.diagnostic(JSON.stringify(outcomes));
});

const SENDERS = ['x@evil.test', 'x@evil.test', ''] as const;
