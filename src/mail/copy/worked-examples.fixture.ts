/** Incoming messages with the outcome of each: the agreed examples of the rules. */

/** The signer, and the fields that h= names. */
type Signed = { domain: string; h: string; result?: string; partial?: boolean };

type Door = {
  from?: string[];
  header?: string[];
  /** Domain that SPF has validated. */
  spf?: string;
  transparent?: boolean;
  trustedSeal?: boolean;
  nullSender?: boolean;
};

export type WorkedExample = ReturnType<typeof example>;

/**
 * @param outcome as agreed; words in brackets explain it
 * @param record the author domain's DMARC record; `silent`: no answer
 */
const example = (
  number: number,
  door: string,
  outcome: string,
  record?: string,
  signed: Signed[] = [],
  more: Door = {},
) => ({ number, door, outcome, record, signed, ...more });

const REJECT = 'v=DMARC1; p=reject';
const QUARANTINE = 'v=DMARC1; p=quarantine';
const NONE = 'v=DMARC1; p=none';
const NO_RECORD = undefined;
const PLAIN = 'from:to:subject:date:message-id';
const AUTHOR = 'example.com';
const LISTS = 'lists.test';

const by = (domain: string, more = ''): Signed => ({ domain, h: PLAIN + more });
const plain = by(AUTHOR);
const oversigned = by(AUTHOR, ':reply-to');
const newsletter = ['Reply-To: news@example.com', 'List-Id: <news.example.com>'];
const partial = { ...plain, partial: true };
const broken = { ...plain, result: 'fail' };

export const WORKED_EXAMPLES: readonly WorkedExample[] = [
  example(1, 'plain signature, p=reject', 'KEEP, Reply-To added', REJECT, [plain]),
  example(2, 'the same, no DMARC record', 'KEEP, Reply-To added', NO_RECORD, [plain]),
  example(3, 'Gmail: reply-to oversigned, none present', 'REWRITE', NONE, [oversigned]),
  example(4, 'the same, transparent', 'KEEP, Reply-To as it is', NONE, [oversigned], {
    transparent: true,
  }),
  example(5, 'newsletter with Reply-To', 'REWRITE', REJECT, [oversigned], { header: newsletter }),
  example(6, 'the same, transparent', 'KEEP, as it is', REJECT, [oversigned], {
    header: newsletter,
    transparent: true,
  }),
  example(7, "clean signature unaligned, author's oversigns reply-to", 'REWRITE', REJECT, [
    by('mailer.test'),
    oversigned,
  ]),
  example(8, 'two aligned, only one oversigns', 'KEEP, Reply-To added', REJECT, [
    oversigned,
    by('mail.example.com'),
  ]),
  example(9, 'SPF only, p=reject', 'REWRITE', REJECT, [], { spf: AUTHOR }),
  example(10, 'SPF only, p=quarantine, transparent', 'REWRITE', QUARANTINE, [], {
    spf: AUTHOR,
    transparent: true,
  }),
  example(11, 'SPF only, p=none', 'KEEP, Reply-To added', NONE, [], { spf: AUTHOR }),
  example(12, 'no SPF, DKIM or DMARC', 'KEEP, Reply-To added (our name is not lent)'),
  example(13, 'forged, p=reject', '550 5.7.1', REJECT),
  example(14, 'forged, p=quarantine', 'KEEP, Reply-To added, dmarc=fail', QUARANTINE),
  example(15, 'forged, p=reject t=y', 'as 14', 'v=DMARC1; p=reject; t=y'),
  example(16, 'a list broke DKIM, p=reject, unknown sealer', '550 5.7.1', REJECT, [broken], {
    spf: LISTS,
  }),
  example(17, 'the same, trusted sealer', 'REWRITE', REJECT, [broken], {
    spf: LISTS,
    trustedSeal: true,
  }),
  example(18, 'list with its own From, signed, Reply-To', 'REWRITE', REJECT, [plain], {
    from: ['List <list@example.com>'],
    header: ['Reply-To: ann@author.test'],
  }),
  example(19, 'only a signature with l=, SPF aligned, p=reject', 'REWRITE', REJECT, [partial], {
    spf: AUTHOR,
  }),
  example(20, 'signer oversigns received, p=none', 'REWRITE', NONE, [
    by(AUTHOR, ':received:received'),
  ]),
  example(21, 'signer oversigns authentication-results, p=reject', 'REWRITE', REJECT, [
    by(AUTHOR, ':authentication-results'),
  ]),
  example(22, 'two From fields', '550 5.6.0', REJECT, [plain], {
    from: ['bob@example.com', 'bob@example.com'],
  }),
  example(23, 'one From, two author domains', '550 5.6.0', REJECT, [plain], {
    from: ['bob@example.com, ann@example.net'],
  }),
  example(24, 'no answer for the DMARC record, no exact match', '451 4.7.5', 'silent', [
    by('mail.example.com'),
  ]),
  example(25, 'only an unaligned signature, no DMARC', 'KEEP, Reply-To added', NO_RECORD, [
    by('mailer.test'),
  ]),
  example(26, 'DMARC fail, p=none, Reply-To set', 'KEEP, Reply-To replaced', NONE, [], {
    header: ['Reply-To: bob@private.test'],
  }),
  example(27, 'personal mail, Carol in Cc', 'REWRITE', REJECT, [plain], {
    header: ['Cc: Carol <carol@example.net>'],
  }),
  example(28, 'asks for a read receipt', 'REWRITE', REJECT, [plain], {
    header: ['Disposition-Notification-To: bob@example.com'],
  }),
  example(29, 'newsletter, mailto: in List-Unsubscribe', 'REWRITE', REJECT, [plain], {
    header: ['List-Unsubscribe: <https://example.com/u>,\r\n <mailto:u@example.com>'],
  }),
  example(30, 'newsletter, one-click https only', 'KEEP, Reply-To added', REJECT, [plain], {
    header: [
      'List-Unsubscribe: <https://example.com/u>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ],
  }),
  example(31, 'delivery report, `<>`, signed, p=reject', 'KEEP, Reply-To added', REJECT, [plain], {
    from: ['MAILER-DAEMON@example.com'],
    nullSender: true,
  }),
];
