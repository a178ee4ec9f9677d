/** The rules of RFC 9989 as cases, written from its text before the code. */

import type { Node } from '#support/zone-resolver.ts';

export type DmarcCase = {
  /** A section of RFC 9989, and what it says. */
  rule: string;
  /** DMARC records by their domains; `silent`: no answer. */
  records: Record<string, string | string[]>;
  /** Other existing names, including the author's if it exists; `silent`: no answer. */
  names?: Record<string, Node>;
  author: string;
  /** Domain validated by SPF. */
  spf?: string;
  /** Domains with valid signatures. */
  dkim?: string[];
  /** The result and the policy, `unknown` if the DNS did not answer. */
  outcome:
    | 'none'
    | `${'pass' | 'fail' | 'temperror'} ${'none' | 'quarantine' | 'reject' | 'unknown'}`;
  /** The domains queried at `_dmarc`, each once. */
  asked?: string[];
};

const REJECT = 'v=DMARC1; p=reject';
const EXISTS: Node = { A: ['192.0.2.1'] };

export const DMARC_CASES: readonly DmarcCase[] = [
  // Records and their tags
  {
    rule: '4.7: a message without an aligned identifier fails, and p is the requested policy',
    records: { 'example.com': REJECT },
    author: 'example.com',
    outcome: 'fail reject',
  },
  {
    rule: '4.7: v must come first',
    records: { 'example.com': 'p=reject; v=DMARC1' },
    author: 'example.com',
    outcome: 'none',
  },
  {
    rule: '4.7: the value of v is case-sensitive',
    records: { 'example.com': 'v=dmarc1; p=reject' },
    author: 'example.com',
    outcome: 'none',
  },
  {
    rule: '4.8: blanks around separators and equals signs, and values in any case, are allowed',
    records: { 'example.com': 'v = DMARC1 ;\tp = Reject ; ; adkim = S ;' },
    author: 'example.com',
    dkim: ['mail.example.com'],
    outcome: 'fail reject',
  },
  {
    rule: '4.8: unknown tags are ignored, and invalid ones get their defaults',
    records: {
      'example.com': 'v=DMARC1; p=reject; pct=0; x; =; adkim=x; aspf=; t=x; psd=z; new=1',
    },
    author: 'example.com',
    dkim: ['mail.example.com'],
    outcome: 'pass reject',
  },
  {
    rule: '4.7: t=y lowers reject to quarantine',
    records: { 'example.com': 'v=DMARC1; p=reject; t=y' },
    author: 'example.com',
    outcome: 'fail quarantine',
  },
  {
    rule: '4.7: t=y lowers quarantine to none, for sp as well',
    records: { 'example.com': 'v=DMARC1; p=reject; sp=quarantine; t=y' },
    author: 'a.example.com',
    outcome: 'fail none',
  },
  {
    rule: '4.7: t=y leaves none unchanged',
    records: { 'example.com': 'v=DMARC1; p=none; t=y' },
    author: 'example.com',
    outcome: 'fail none',
  },
  {
    rule: '4.10.1: a record without p, with rua, acts as p=none',
    records: { 'example.com': 'v=DMARC1; rua=mailto:a@example.com' },
    author: 'example.com',
    outcome: 'fail none',
  },
  {
    rule: '4.10.1: a record without p, and without a valid address for reports, is not applied',
    records: { 'example.com': 'v=DMARC1; rua=a@example.com' },
    author: 'example.com',
    dkim: ['example.com'],
    outcome: 'none',
  },
  {
    rule: '4.10.1: an invalid sp makes the whole record p=none, if it has rua',
    records: { 'example.com': 'v=DMARC1; p=reject; sp=no; rua=mailto:a@example.com!10m' },
    author: 'example.com',
    outcome: 'fail none',
  },
  {
    rule: '4.10.1: an invalid np, without rua, ends DMARC for the message',
    records: { 'example.com': 'v=DMARC1; p=reject; np=no', com: REJECT },
    author: 'example.com',
    outcome: 'none',
  },
  // The tree walk
  {
    rule: '4.10: two records at one name are discarded, and the walk goes on',
    records: {
      'a.example.com': [REJECT, 'v=DMARC1; p=none'],
      'example.com': 'v=DMARC1; p=quarantine',
    },
    author: 'a.example.com',
    outcome: 'fail quarantine',
  },
  {
    rule: '4.10: other texts next to the one record do not matter',
    records: { 'example.com': ['v=spf1 -all', REJECT, 'v=DMARC2; p=none'] },
    author: 'example.com',
    outcome: 'fail reject',
  },
  {
    rule: '4.10: above seven labels the walk skips some: no more than eight queries',
    records: { 'example.com': REJECT },
    author: 'a.b.c.d.e.f.g.h.i.j.mail.example.com',
    outcome: 'fail reject',
    asked: [
      'a.b.c.d.e.f.g.h.i.j.mail.example.com',
      'g.h.i.j.mail.example.com',
      'h.i.j.mail.example.com',
      'i.j.mail.example.com',
      'j.mail.example.com',
      'mail.example.com',
      'example.com',
      'com',
    ],
  },
  {
    rule: '4.10: skipped names are not queried',
    records: { 'f.g.h.i.j.mail.example.com': REJECT },
    author: 'a.b.c.d.e.f.g.h.i.j.mail.example.com',
    outcome: 'none',
  },
  {
    rule: '4.10.1: without any record DMARC does not apply',
    records: {},
    author: 'example.com',
    dkim: ['example.com'],
    outcome: 'none',
    asked: ['example.com', 'com'],
  },
  {
    rule: "4.10.1: the author domain's own record precedes the organizational domain's, and its sp does not apply to itself",
    records: { 'a.example.com': 'v=DMARC1; p=none; sp=reject', 'example.com': REJECT },
    author: 'a.example.com',
    outcome: 'fail none',
  },
  {
    rule: '4.10.1: a record between the author domain and the organizational domain is not applied',
    records: { 'b.example.com': 'v=DMARC1; p=none', 'example.com': REJECT },
    author: 'a.b.example.com',
    outcome: 'fail reject',
  },
  {
    rule: '4.10.1: sp is for a subdomain that exists',
    records: { 'example.com': 'v=DMARC1; p=reject; sp=quarantine; np=reject' },
    names: { 'a.example.com': EXISTS },
    author: 'a.example.com',
    outcome: 'fail quarantine',
  },
  {
    rule: '4.10.1: np is for a subdomain that does not exist',
    records: { 'example.com': 'v=DMARC1; p=none; sp=quarantine; np=reject' },
    author: 'nowhere.example.com',
    outcome: 'fail reject',
  },
  {
    rule: 'A.4: a name with records of any type exists',
    records: { 'example.com': 'v=DMARC1; p=none; np=reject' },
    names: { 'a.example.com': { TXT: ['x'] } },
    author: 'a.example.com',
    outcome: 'fail none',
  },
  {
    rule: '4.7: without np the policy for a subdomain that does not exist is sp, and without that p',
    records: { 'example.com': 'v=DMARC1; p=reject; sp=none' },
    author: 'nowhere.example.com',
    outcome: 'fail none',
  },
  {
    rule: "4.10.1: a public suffix's record is applied if the organizational domain has none",
    records: { example: 'v=DMARC1; p=none; sp=quarantine; np=reject; psd=y' },
    names: { 'shop.example': EXISTS },
    author: 'shop.example',
    outcome: 'fail quarantine',
  },
  {
    rule: "4.10.1: a public suffix's record is not applied if the organizational domain has one",
    records: { 'shop.example': 'v=DMARC1; p=none', example: 'v=DMARC1; p=reject; psd=y' },
    author: 'www.shop.example',
    outcome: 'fail none',
  },
  // Alignment
  {
    rule: '4.4: relaxed alignment: two domains with one organizational domain',
    records: { 'example.com': REJECT },
    author: 'news.example.com',
    dkim: ['foo.example.com'],
    outcome: 'pass reject',
  },
  {
    rule: '4.4: no alignment: another organizational domain',
    records: { 'example.com': REJECT, 'example.net': REJECT },
    author: 'news.example.com',
    spf: 'foo.example.net',
    dkim: ['foo.example.net'],
    outcome: 'fail reject',
  },
  {
    rule: '4.4: strict alignment asks for the same domain, in any case of letters',
    records: { 'example.com': 'v=DMARC1; p=reject; adkim=s; aspf=s' },
    author: 'example.com',
    spf: 'mail.example.com',
    dkim: ['mail.example.com', 'EXAMPLE.com'],
    outcome: 'pass reject',
  },
  {
    rule: '4.7: adkim does not affect SPF',
    records: { 'example.com': 'v=DMARC1; p=reject; adkim=s' },
    author: 'example.com',
    spf: 'mail.example.com',
    dkim: ['mail.example.com'],
    outcome: 'pass reject',
  },
  {
    rule: '4.7: aspf does not affect DKIM',
    records: { 'example.com': 'v=DMARC1; p=reject; aspf=s; adkim=s' },
    author: 'example.com',
    spf: 'mail.example.com',
    outcome: 'fail reject',
  },
  {
    rule: '4.10.2: psd=n makes an organizational domain below another one',
    records: { 'mail.example.com': 'v=DMARC1; p=reject; psd=n', 'example.com': REJECT },
    author: 'a.mail.example.com',
    dkim: ['example.com'],
    outcome: 'fail reject',
  },
  {
    rule: '4.10.2: the organizational domain is one label below psd=y',
    records: { com: 'v=DMARC1; p=reject; psd=y' },
    author: 'a.mail.example.com',
    dkim: ['example.com'],
    spf: 'other.com',
    outcome: 'pass reject',
  },
  {
    rule: '4.10.2: domains below one public suffix are not related',
    records: { com: 'v=DMARC1; p=reject; psd=y' },
    author: 'example.com',
    dkim: ['example2.com', 'com'],
    outcome: 'fail reject',
  },
  {
    rule: '4.10.2: psd=y where the walk begins does not make the name below it the organizational domain',
    records: { 'bank.example': 'v=DMARC1; p=reject; psd=y' },
    author: 'bank.example',
    dkim: ['mail.bank.example'],
    outcome: 'fail reject',
  },
  {
    rule: '4.10.2: the same domain is aligned whatever the walk finds',
    records: { 'mail.example.com': 'v=DMARC1; p=reject' },
    author: 'mail.example.com',
    spf: 'mail.example.com',
    outcome: 'pass reject',
  },
  {
    rule: 'B.4.1: the record with the fewest labels marks the organizational domain',
    records: { 'example.com': REJECT, 'signing.example.com': 'v=DMARC1; p=none' },
    author: 'example.com',
    dkim: ['signing.example.com'],
    outcome: 'pass reject',
  },
  {
    rule: 'B.4.2: a deep author domain has the organizational domain of its signer',
    records: { 'example.com': REJECT, 'signing.example.com': 'v=DMARC1; p=none' },
    author: 'a.b.c.d.e.f.g.h.i.j.k.example.com',
    dkim: ['signing.example.com'],
    outcome: 'pass reject',
  },
  {
    rule: 'B.4.3: two banks below one public suffix: the own one is aligned by SPF',
    records: { 'bank.example': 'v=DMARC1; p=none; psd=y', 'giant.bank.example': REJECT },
    author: 'giant.bank.example',
    spf: 'mail.giant.bank.example',
    dkim: ['mail.mega.bank.example'],
    outcome: 'pass reject',
  },
  {
    rule: 'B.4.3: two banks below one public suffix: the other one is not aligned',
    records: { 'bank.example': 'v=DMARC1; p=none; psd=y', 'giant.bank.example': REJECT },
    author: 'giant.bank.example',
    dkim: ['mail.mega.bank.example'],
    outcome: 'fail reject',
  },
  // DNS failures
  {
    rule: '5.3.6: a message neither passes nor fails if the record gets no answer',
    records: { 'example.com': 'silent' },
    author: 'example.com',
    dkim: ['mail.example.com'],
    outcome: 'temperror unknown',
  },
  {
    rule: '5.3.6: a missing answer for a parent leaves the policy open if the author domain has no record',
    records: { 'example.com': 'silent' },
    author: 'a.example.com',
    outcome: 'temperror unknown',
  },
  {
    rule: '5.3.6: a missing answer for a parent does not matter to a message that cannot pass',
    records: { 'a.example.com': REJECT, 'example.com': 'silent' },
    author: 'a.example.com',
    dkim: ['example.net'],
    outcome: 'fail reject',
  },
  {
    rule: '5.3.6: a missing answer for a parent leaves the alignment of a related domain open',
    records: { 'a.example.com': REJECT, 'example.com': 'silent' },
    author: 'a.example.com',
    dkim: ['b.example.com'],
    outcome: 'temperror reject',
  },
  {
    rule: '4.10: records above one with psd do not matter, with or without an answer',
    records: { 'example.com': 'v=DMARC1; p=reject; psd=n', com: 'silent' },
    author: 'a.example.com',
    dkim: ['b.example.com'],
    outcome: 'pass reject',
  },
  {
    rule: '5.3.6: the query for the existence of the author domain gets no answer, and np differs from sp',
    records: { 'example.com': 'v=DMARC1; p=none; np=reject' },
    names: { 'a.example.com': { silent: true } },
    author: 'a.example.com',
    outcome: 'temperror unknown',
  },
];
