/** Incoming mails with the outcome of each: the examples by which the rules were agreed. */

/** The signer, and the fields that h= names. */
type Signed = { domain: string; h: string; result?: string; partial?: boolean };

export type WorkedExample = {
  number: number;
  door: string;
  /** As it was agreed; words in brackets explain. */
  outcome: string;
  /** The author domain's DMARC record; `silent`: no answer. */
  record?: string;
  from?: string[];
  header?: string[];
  signed?: Signed[];
  /** Domain that SPF has validated. */
  spf?: string;
  transparent?: boolean;
  trustedSeal?: boolean;
  nullSender?: boolean;
};

const REJECT = 'v=DMARC1; p=reject';
const QUARANTINE = 'v=DMARC1; p=quarantine';
const NONE = 'v=DMARC1; p=none';
const PLAIN = 'from:to:subject:date:message-id';
const AUTHOR = 'example.com';

const signedBy = (domain: string, h = PLAIN): Signed => ({ domain, h });
const plain = signedBy(AUTHOR);
const gmail = signedBy(AUTHOR, `${PLAIN}:reply-to`);
const newsletter = ['Reply-To: news@example.com', 'List-Id: <news.example.com>'];
const signedNewsletter = signedBy(AUTHOR, `${PLAIN}:reply-to`);
const broken: Signed = { domain: AUTHOR, h: PLAIN, result: 'fail' };

export const WORKED_EXAMPLES: readonly WorkedExample[] = [
  {
    number: 1,
    door: 'plain signature, p=reject',
    outcome: 'KEEP, Reply-To added',
    record: REJECT,
    signed: [plain],
  },
  {
    number: 2,
    door: 'the same, no DMARC record',
    outcome: 'KEEP, Reply-To added',
    signed: [plain],
  },
  {
    number: 3,
    door: 'Gmail: reply-to oversigned, none present',
    outcome: 'REWRITE',
    record: NONE,
    signed: [gmail],
  },
  {
    number: 4,
    door: 'the same, transparent',
    outcome: 'KEEP, Reply-To as it is',
    record: NONE,
    signed: [gmail],
    transparent: true,
  },
  {
    number: 5,
    door: 'newsletter with Reply-To',
    outcome: 'REWRITE',
    record: REJECT,
    header: newsletter,
    signed: [signedNewsletter],
  },
  {
    number: 6,
    door: 'the same, transparent',
    outcome: 'KEEP, as it is',
    record: REJECT,
    header: newsletter,
    signed: [signedNewsletter],
    transparent: true,
  },
  {
    number: 7,
    door: "clean signature unaligned, author's oversigns reply-to",
    outcome: 'REWRITE',
    record: REJECT,
    signed: [signedBy('mailer.test'), gmail],
  },
  {
    number: 8,
    door: 'two aligned, only one oversigns',
    outcome: 'KEEP, Reply-To added',
    record: REJECT,
    signed: [gmail, signedBy('mail.example.com')],
  },
  { number: 9, door: 'SPF only, p=reject', outcome: 'REWRITE', record: REJECT, spf: AUTHOR },
  {
    number: 10,
    door: 'SPF only, p=quarantine, transparent',
    outcome: 'REWRITE',
    record: QUARANTINE,
    spf: AUTHOR,
    transparent: true,
  },
  {
    number: 11,
    door: 'SPF only, p=none',
    outcome: 'KEEP, Reply-To added',
    record: NONE,
    spf: AUTHOR,
  },
  {
    number: 12,
    door: 'no SPF, DKIM or DMARC',
    outcome: 'KEEP, Reply-To added (our name is not lent)',
  },
  { number: 13, door: 'forged, p=reject', outcome: '550 5.7.1', record: REJECT },
  {
    number: 14,
    door: 'forged, p=quarantine',
    outcome: 'KEEP, Reply-To added, dmarc=fail',
    record: QUARANTINE,
  },
  { number: 15, door: 'forged, p=reject t=y', outcome: 'as 14', record: 'v=DMARC1; p=reject; t=y' },
  {
    number: 16,
    door: 'a list broke DKIM, p=reject, unknown sealer',
    outcome: '550 5.7.1',
    record: REJECT,
    signed: [broken],
    spf: 'lists.test',
  },
  {
    number: 17,
    door: 'the same, trusted sealer',
    outcome: 'REWRITE',
    record: REJECT,
    signed: [broken],
    spf: 'lists.test',
    trustedSeal: true,
  },
  {
    number: 18,
    door: 'list with its own From, signed, Reply-To',
    outcome: 'REWRITE',
    record: REJECT,
    from: ['List <list@example.com>'],
    header: ['Reply-To: ann@author.test'],
    signed: [plain],
  },
  {
    number: 19,
    door: 'only a signature with l=, SPF aligned, p=reject',
    outcome: 'REWRITE',
    record: REJECT,
    signed: [{ ...plain, partial: true }],
    spf: AUTHOR,
  },
  {
    number: 20,
    door: 'signer oversigns received, p=none',
    outcome: 'REWRITE',
    record: NONE,
    signed: [signedBy(AUTHOR, `${PLAIN}:received:received`)],
  },
  {
    number: 21,
    door: 'signer oversigns authentication-results, p=reject',
    outcome: 'REWRITE',
    record: REJECT,
    signed: [signedBy(AUTHOR, `${PLAIN}:authentication-results`)],
  },
  {
    number: 22,
    door: 'two From fields',
    outcome: '550 5.6.0',
    record: REJECT,
    from: ['bob@example.com', 'bob@example.com'],
    signed: [plain],
  },
  {
    number: 23,
    door: 'one From, two author domains',
    outcome: '550 5.6.0',
    record: REJECT,
    from: ['bob@example.com, ann@example.net'],
    signed: [plain],
  },
  {
    number: 24,
    door: 'no answer for the DMARC record, no exact match',
    outcome: '451 4.7.5',
    record: 'silent',
    signed: [signedBy('mail.example.com')],
  },
  {
    number: 25,
    door: 'only an unaligned signature, no DMARC',
    outcome: 'KEEP, Reply-To added',
    signed: [signedBy('mailer.test')],
  },
  {
    number: 26,
    door: 'DMARC fail, p=none, Reply-To set',
    outcome: 'KEEP, Reply-To replaced',
    record: NONE,
    header: ['Reply-To: bob@private.test'],
  },
  {
    number: 27,
    door: 'personal mail, Carol in Cc',
    outcome: 'REWRITE',
    record: REJECT,
    header: ['Cc: Carol <carol@example.net>'],
    signed: [plain],
  },
  {
    number: 28,
    door: 'asks for a read receipt',
    outcome: 'REWRITE',
    record: REJECT,
    header: ['Disposition-Notification-To: bob@example.com'],
    signed: [plain],
  },
  {
    number: 29,
    door: 'newsletter, mailto: in List-Unsubscribe',
    outcome: 'REWRITE',
    record: REJECT,
    header: ['List-Unsubscribe: <https://example.com/u>,\r\n <mailto:u@example.com>'],
    signed: [plain],
  },
  {
    number: 30,
    door: 'newsletter, one-click https only',
    outcome: 'KEEP, Reply-To added',
    record: REJECT,
    header: [
      'List-Unsubscribe: <https://example.com/u>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ],
    signed: [plain],
  },
  {
    number: 31,
    door: 'delivery report, `<>`, signed, p=reject',
    outcome: 'KEEP, Reply-To added',
    record: REJECT,
    from: ['MAILER-DAEMON@example.com'],
    signed: [plain],
    nullSender: true,
  },
];
