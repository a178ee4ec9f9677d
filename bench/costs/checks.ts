/** What a message's checks and signatures cost without transport, including the ones that cost most to check. */

import { generateKeyPairSync, sign } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Resolve } from '#mail/dns/answer.ts';
import { askedOnce } from '#mail/dns/budget.ts';
import { compose } from '#mail/copy/compose.ts';
import { JudgedMessage } from '#mail/copy/judged-message.ts';
import { Signatures } from '#mail/signing/signatures.ts';
import { WaitLimits } from '#mail/copy/wait-limits.ts';
import { Authentication } from '#mail/trust/authentication.ts';
import { HOSTILE_FIELDS } from '../../test/fuzz/hostile-fields.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { systemClock } from '#time/clock.ts';
import { LoadAuthor } from '../load/author.ts';
import { LoadMessages } from '../load/letters.ts';
import type { CostRow } from './work.ts';

type Mail = { header: Buffer; body: Buffer };

const ALIAS = 'alias-1000@alias.test';
const PIECE = 65_536;
const QUESTION = { address: '127.0.0.1', helo: 'load.test', sender: 'load@origin.test' };

export const checks: CostRow = async (after) => {
  const author = await LoadAuthor.start(after);
  /** Answers at once, with the same object each time, as the resolver's cache does. */
  const resolve = askedOnce(zoneResolver(author.zone));
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const some = Buffer.alloc(1000);
  const signatures = new Signatures({
    signing: () => ({ selector: 'veilpost', key: own, isPublished: () => true }),
    date: Date.now,
    observe: () => {},
    onFault: (error) => console.error(error),
  });
  const work = (mail: Mail) => () => judged(mail, resolve, signatures);
  const hostile = Object.entries(HOSTILE_FIELDS).map(([name, field]) => {
    const header = `${field}\r\nFrom: Ann <ann@hostile.test>\r\nSubject: hello\r\n\r\n`;
    return [name, work({ header: Buffer.from(header), body: Buffer.from('hello\r\n') })] as const;
  });
  return {
    'one RSA-2048 signature': () => sign('sha256', some, own),
    '2 KB, KEEP': work(mailOf(2000, author)),
    '2 KB, REWRITE': work(mailOf(2000)),
    '10 MB, KEEP': work(mailOf(10_000_000, author)),
    '10 MB, REWRITE': work(mailOf(10_000_000)),
    ...Object.fromEntries(hostile),
  };
};

/** @param author signs it; absent: no one does */
function mailOf(octets: number, author?: LoadAuthor): Mail {
  const letters = new LoadMessages(octets, [ALIAS], author && { author, checks: 'keep' });
  return {
    header: Buffer.from(letters.letter(0).header),
    body: letters.bodyAndDot.subarray(0, -'.\r\n'.length),
  };
}

async function judged(
  { header, body }: Mail,
  resolve: Resolve,
  signatures: Signatures,
): Promise<void> {
  const inspection = new Authentication(QUESTION, { resolve, clock: systemClock });
  inspection.header(header);
  for (let at = 0; at < body.length; at += PIECE) {
    // A turn of the event loop for each piece, as from a socket.
    if (at > 0) await nextTurn();
    inspection.body(body.subarray(at, at + PIECE));
  }
  const mail = new JudgedMessage(await inspection.end(), {
    trustedSeal: 'no',
    authservId: 'mx.alias.test',
    sender: QUESTION.sender,
    policyWaits: new WaitLimits(() => 0),
    cuts: [],
    signatures,
    observe: () => {},
  });
  const decision = mail.decisionFor(ALIAS, false);
  if (decision.kind !== 'keep' && decision.kind !== 'rewrite') {
    throw new Error('the mail is refused');
  }
  await compose(mail, decision, {
    message: { chunks: [header, body], octets: header.length + body.length, eightBit: false },
    cuts: [],
    alias: ALIAS,
    replyAddresses: undefined,
    ownDomains: ['alias.test'],
    trace: 'Received: by mx.alias.test\r\n',
    signatures,
    switchOff: () => undefined,
  });
}
