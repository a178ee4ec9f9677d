/** The rules of RFC 9989 as cases, written from its text before the code. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateDmarc } from '#mail/trust/dmarc/evaluate.ts';
import { type Node, zoneResolver } from '#support/zone-resolver.ts';

/**
 * A section of RFC 9989 and what it says; the DMARC records by their domains; other names with what they have, which
 * `silent` ones do not answer; the author domain, the domains with valid signatures, the one that SPF validated, the
 * result and the policy; the domains queried at `_dmarc`, each once.
 */
const CASES = `
4.7: a message without an aligned identifier fails, and p is the requested policy
  example.com: v=DMARC1; p=reject
  From example.com => fail reject
4.7: v must come first
  example.com: p=reject; v=DMARC1
  From example.com => none
4.7: the value of v is case-sensitive
  example.com: v=dmarc1; p=reject
  From example.com => none
4.8: blanks around separators and equals signs, and values in any case, are allowed
  example.com: v = DMARC1 ;\tp = Reject ; ; adkim = S ;
  From example.com, DKIM mail.example.com => fail reject
4.8: unknown tags are ignored, and invalid ones get their defaults
  example.com: v=DMARC1; p=reject; pct=0; x; =; adkim=x; aspf=; t=x; psd=z; new=1
  From example.com, DKIM mail.example.com => pass reject
4.7: t=y lowers reject to quarantine
  example.com: v=DMARC1; p=reject; t=y
  From example.com => fail quarantine
4.7: t=y lowers quarantine to none, for sp as well
  example.com: v=DMARC1; p=reject; sp=quarantine; t=y
  From a.example.com => fail none
4.7: t=y leaves none unchanged
  example.com: v=DMARC1; p=none; t=y
  From example.com => fail none
4.10.1: a record without p, with rua, acts as p=none
  example.com: v=DMARC1; rua=mailto:a@example.com
  From example.com => fail none
4.10.1: a record without p, and without a valid address for reports, is not applied
  example.com: v=DMARC1; rua=a@example.com
  From example.com, DKIM example.com => none
4.10.1: an invalid sp makes the whole record p=none, if it has rua
  example.com: v=DMARC1; p=reject; sp=no; rua=mailto:a@example.com!10m
  From example.com => fail none
4.10.1: an invalid np, without rua, ends DMARC for the message
  example.com: v=DMARC1; p=reject; np=no
  com: v=DMARC1; p=reject
  From example.com => none
4.10: two records at one name are discarded, and the walk goes on
  a.example.com: v=DMARC1; p=reject
  a.example.com: v=DMARC1; p=none
  example.com: v=DMARC1; p=quarantine
  From a.example.com => fail quarantine
4.10: other texts next to the one record do not matter
  example.com: v=spf1 -all
  example.com: v=DMARC1; p=reject
  example.com: v=DMARC2; p=none
  From example.com => fail reject
4.10: above seven labels the walk skips some: no more than eight queries
  example.com: v=DMARC1; p=reject
  From a.b.c.d.e.f.g.h.i.j.mail.example.com => fail reject
  asks a.b.c.d.e.f.g.h.i.j.mail.example.com g.h.i.j.mail.example.com h.i.j.mail.example.com i.j.mail.example.com j.mail.example.com mail.example.com example.com com
4.10: skipped names are not queried
  f.g.h.i.j.mail.example.com: v=DMARC1; p=reject
  From a.b.c.d.e.f.g.h.i.j.mail.example.com => none
4.10.1: without any record DMARC does not apply
  From example.com, DKIM example.com => none
  asks example.com com
4.10.1: the author domain's own record precedes the organizational domain's, and its sp does not apply to itself
  a.example.com: v=DMARC1; p=none; sp=reject
  example.com: v=DMARC1; p=reject
  From a.example.com => fail none
4.10.1: a record between the author domain and the organizational domain is not applied
  b.example.com: v=DMARC1; p=none
  example.com: v=DMARC1; p=reject
  From a.b.example.com => fail reject
4.10.1: sp is for a subdomain that exists
  example.com: v=DMARC1; p=reject; sp=quarantine; np=reject
  a.example.com A
  From a.example.com => fail quarantine
4.10.1: np is for a subdomain that does not exist
  example.com: v=DMARC1; p=none; sp=quarantine; np=reject
  From nowhere.example.com => fail reject
A.4: a name with records of any type exists
  example.com: v=DMARC1; p=none; np=reject
  a.example.com TXT
  From a.example.com => fail none
4.7: without np the policy for a subdomain that does not exist is sp, and without that p
  example.com: v=DMARC1; p=reject; sp=none
  From nowhere.example.com => fail none
4.10.1: a public suffix's record is applied if the organizational domain has none
  example: v=DMARC1; p=none; sp=quarantine; np=reject; psd=y
  shop.example A
  From shop.example => fail quarantine
4.10.1: a public suffix's record is not applied if the organizational domain has one
  shop.example: v=DMARC1; p=none
  example: v=DMARC1; p=reject; psd=y
  From www.shop.example => fail none
4.4: relaxed alignment: two domains with one organizational domain
  example.com: v=DMARC1; p=reject
  From news.example.com, DKIM foo.example.com => pass reject
4.4: no alignment: another organizational domain
  example.com: v=DMARC1; p=reject
  example.net: v=DMARC1; p=reject
  From news.example.com, DKIM foo.example.net, SPF foo.example.net => fail reject
4.4: strict alignment asks for the same domain, in any case of letters
  example.com: v=DMARC1; p=reject; adkim=s; aspf=s
  From example.com, DKIM mail.example.com EXAMPLE.com, SPF mail.example.com => pass reject
4.7: adkim does not affect SPF
  example.com: v=DMARC1; p=reject; adkim=s
  From example.com, DKIM mail.example.com, SPF mail.example.com => pass reject
4.7: aspf does not affect DKIM
  example.com: v=DMARC1; p=reject; aspf=s; adkim=s
  From example.com, SPF mail.example.com => fail reject
4.10.2: psd=n makes an organizational domain below another one
  mail.example.com: v=DMARC1; p=reject; psd=n
  example.com: v=DMARC1; p=reject
  From a.mail.example.com, DKIM example.com => fail reject
4.10.2: the organizational domain is one label below psd=y
  com: v=DMARC1; p=reject; psd=y
  From a.mail.example.com, DKIM example.com, SPF other.com => pass reject
4.10.2: domains below one public suffix are not related
  com: v=DMARC1; p=reject; psd=y
  From example.com, DKIM example2.com com => fail reject
4.10.2: psd=y where the walk begins does not make the name below it the organizational domain
  bank.example: v=DMARC1; p=reject; psd=y
  From bank.example, DKIM mail.bank.example => fail reject
4.10.2: the same domain is aligned whatever the walk finds
  mail.example.com: v=DMARC1; p=reject
  From mail.example.com, SPF mail.example.com => pass reject
B.4.1: the record with the fewest labels marks the organizational domain
  example.com: v=DMARC1; p=reject
  signing.example.com: v=DMARC1; p=none
  From example.com, DKIM signing.example.com => pass reject
B.4.2: a deep author domain has the organizational domain of its signer
  example.com: v=DMARC1; p=reject
  signing.example.com: v=DMARC1; p=none
  From a.b.c.d.e.f.g.h.i.j.k.example.com, DKIM signing.example.com => pass reject
B.4.3: two banks below one public suffix: the own one is aligned by SPF
  bank.example: v=DMARC1; p=none; psd=y
  giant.bank.example: v=DMARC1; p=reject
  From giant.bank.example, DKIM mail.mega.bank.example, SPF mail.giant.bank.example => pass reject
B.4.3: two banks below one public suffix: the other one is not aligned
  bank.example: v=DMARC1; p=none; psd=y
  giant.bank.example: v=DMARC1; p=reject
  From giant.bank.example, DKIM mail.mega.bank.example => fail reject
5.3.6: a message neither passes nor fails if the record gets no answer
  _dmarc.example.com silent
  From example.com, DKIM mail.example.com => temperror unknown
5.3.6: a missing answer for a parent leaves the policy open if the author domain has no record
  _dmarc.example.com silent
  From a.example.com => temperror unknown
5.3.6: a missing answer for a parent does not matter to a message that cannot pass
  a.example.com: v=DMARC1; p=reject
  _dmarc.example.com silent
  From a.example.com, DKIM example.net => fail reject
5.3.6: a missing answer for a parent leaves the alignment of a related domain open
  a.example.com: v=DMARC1; p=reject
  _dmarc.example.com silent
  From a.example.com, DKIM b.example.com => temperror reject
4.10: records above one with psd do not matter, with or without an answer
  example.com: v=DMARC1; p=reject; psd=n
  _dmarc.com silent
  From a.example.com, DKIM b.example.com => pass reject
5.3.6: the query for the existence of the author domain gets no answer, and np differs from sp
  example.com: v=DMARC1; p=none; np=reject
  a.example.com silent
  From a.example.com => temperror unknown
`;

const NODES: Record<string, Node> = {
  A: { A: ['192.0.2.1'] },
  TXT: { TXT: ['x'] },
  silent: { silent: true },
};
const cases = CASES.trim().split(/\n(?=\S)/);

test('there are thirty cases of RFC 9989 and more', () => {
  assert.ok(cases.length >= 30, `${cases.length}`);
});

for (const one of cases) {
  const [rule = ''] = one.split('\n');
  test(`RFC 9989 ${rule}`, async () => {
    const asked = new Set<string>();
    const resolve = zoneResolver(zoneOf(one), (question) => asked.add(question));
    const [, author = '', dkim = '', spf = '', outcome] =
      /From (\S+?)(?:, DKIM (.+?))?(?:, SPF (\S+))? => (.+)/.exec(one) ?? assert.fail();
    const { result, policy = '' } = await evaluateDmarc(
      {
        author,
        spf: { domain: spf, result: spf === '' ? 'none' : 'pass' },
        signatures: words(dkim).map((domain) => ({ domain, result: 'pass' })),
      },
      resolve,
    );
    assert.equal(`${result} ${policy}`.trim(), outcome);
    const [, asks] = /^ +asks (.+)/m.exec(one) ?? [];
    if (asks === undefined) return;
    assert.deepEqual(
      [...asked].toSorted(),
      words(asks)
        .map((name) => `TXT _dmarc.${name}`)
        .toSorted(),
    );
  });
}

const words = (text: string) => text.split(' ').filter(Boolean);

function zoneOf(one: string): Record<string, Node> {
  const records = Map.groupBy(one.matchAll(/^ +(\S+): (.+)/gm), ([, domain]) => `_dmarc.${domain}`);
  const policies = Array.from(records, ([name, found]): [string, Node] => [
    name,
    { TXT: found.map(([, , text = '']) => text) },
  ]);
  const others = Array.from(
    one.matchAll(/^ +(\S+) (A|TXT|silent)$/gm),
    ([, name = '', has = '']): [string, Node] => [name, NODES[has] ?? assert.fail()],
  );
  return Object.fromEntries([...policies, ...others]);
}
