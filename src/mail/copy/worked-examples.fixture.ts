/** Incoming messages with the outcome of each: the agreed examples of the rules. */

/** The signer, and the fields that h= names. */
type Signed = { domain: string; h: string; result?: string; partial?: boolean };

type Door = {
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

export type WorkedExample = Door & {
  number: number;
  door: string;
  /** The agreed outcome; words in brackets explain it. */
  outcome: string;
};

const example = (number: number, door: string, outcome: string, is: Door): WorkedExample => ({
  number,
  door,
  outcome,
  ...is,
});

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
  example(1, 'plain signature, p=reject', 'KEEP, Reply-To added', {
    record: REJECT,
    signed: [plain],
  }),
  example(2, 'the same, no DMARC record', 'KEEP, Reply-To added', { signed: [plain] }),
  example(3, 'Gmail: reply-to oversigned, none present', 'REWRITE', {
    record: NONE,
    signed: [gmail],
  }),
  example(4, 'the same, transparent', 'KEEP, Reply-To as it is', {
    record: NONE,
    signed: [gmail],
    transparent: true,
  }),
  example(5, 'newsletter with Reply-To', 'REWRITE', {
    record: REJECT,
    header: newsletter,
    signed: [signedNewsletter],
  }),
  example(6, 'the same, transparent', 'KEEP, as it is', {
    record: REJECT,
    header: newsletter,
    signed: [signedNewsletter],
    transparent: true,
  }),
  example(7, "clean signature unaligned, author's oversigns reply-to", 'REWRITE', {
    record: REJECT,
    signed: [signedBy('mailer.test'), gmail],
  }),
  example(8, 'two aligned, only one oversigns', 'KEEP, Reply-To added', {
    record: REJECT,
    signed: [gmail, signedBy('mail.example.com')],
  }),
  example(9, 'SPF only, p=reject', 'REWRITE', { record: REJECT, spf: AUTHOR }),
  example(10, 'SPF only, p=quarantine, transparent', 'REWRITE', {
    record: QUARANTINE,
    spf: AUTHOR,
    transparent: true,
  }),
  example(11, 'SPF only, p=none', 'KEEP, Reply-To added', { record: NONE, spf: AUTHOR }),
  example(12, 'no SPF, DKIM or DMARC', 'KEEP, Reply-To added (our name is not lent)', {}),
  example(13, 'forged, p=reject', '550 5.7.1', { record: REJECT }),
  example(14, 'forged, p=quarantine', 'KEEP, Reply-To added, dmarc=fail', { record: QUARANTINE }),
  example(15, 'forged, p=reject t=y', 'as 14', { record: 'v=DMARC1; p=reject; t=y' }),
  example(16, 'a list broke DKIM, p=reject, unknown sealer', '550 5.7.1', {
    record: REJECT,
    signed: [broken],
    spf: 'lists.test',
  }),
  example(17, 'the same, trusted sealer', 'REWRITE', {
    record: REJECT,
    signed: [broken],
    spf: 'lists.test',
    trustedSeal: true,
  }),
  example(18, 'list with its own From, signed, Reply-To', 'REWRITE', {
    record: REJECT,
    from: ['List <list@example.com>'],
    header: ['Reply-To: ann@author.test'],
    signed: [plain],
  }),
  example(19, 'only a signature with l=, SPF aligned, p=reject', 'REWRITE', {
    record: REJECT,
    signed: [{ ...plain, partial: true }],
    spf: AUTHOR,
  }),
  example(20, 'signer oversigns received, p=none', 'REWRITE', {
    record: NONE,
    signed: [signedBy(AUTHOR, `${PLAIN}:received:received`)],
  }),
  example(21, 'signer oversigns authentication-results, p=reject', 'REWRITE', {
    record: REJECT,
    signed: [signedBy(AUTHOR, `${PLAIN}:authentication-results`)],
  }),
  example(22, 'two From fields', '550 5.6.0', {
    record: REJECT,
    from: ['bob@example.com', 'bob@example.com'],
    signed: [plain],
  }),
  example(23, 'one From, two author domains', '550 5.6.0', {
    record: REJECT,
    from: ['bob@example.com, ann@example.net'],
    signed: [plain],
  }),
  example(24, 'no answer for the DMARC record, no exact match', '451 4.7.5', {
    record: 'silent',
    signed: [signedBy('mail.example.com')],
  }),
  example(25, 'only an unaligned signature, no DMARC', 'KEEP, Reply-To added', {
    signed: [signedBy('mailer.test')],
  }),
  example(26, 'DMARC fail, p=none, Reply-To set', 'KEEP, Reply-To replaced', {
    record: NONE,
    header: ['Reply-To: bob@private.test'],
  }),
  example(27, 'personal mail, Carol in Cc', 'REWRITE', {
    record: REJECT,
    header: ['Cc: Carol <carol@example.net>'],
    signed: [plain],
  }),
  example(28, 'asks for a read receipt', 'REWRITE', {
    record: REJECT,
    header: ['Disposition-Notification-To: bob@example.com'],
    signed: [plain],
  }),
  example(29, 'newsletter, mailto: in List-Unsubscribe', 'REWRITE', {
    record: REJECT,
    header: ['List-Unsubscribe: <https://example.com/u>,\r\n <mailto:u@example.com>'],
    signed: [plain],
  }),
  example(30, 'newsletter, one-click https only', 'KEEP, Reply-To added', {
    record: REJECT,
    header: [
      'List-Unsubscribe: <https://example.com/u>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ],
    signed: [plain],
  }),
  example(31, 'delivery report, `<>`, signed, p=reject', 'KEEP, Reply-To added', {
    record: REJECT,
    from: ['MAILER-DAEMON@example.com'],
    signed: [plain],
    nullSender: true,
  }),
];
