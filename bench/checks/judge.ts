/** A mail's checks and signatures without transport: the engine's work between the header and the next hop. */

import type { KeyObject } from 'node:crypto';
import type { Resolve } from '#mail/dns/answer.ts';
import { compose } from '#mail/forward/compose.ts';
import { SilentPolicies } from '#mail/forward/silent-policies.ts';
import { JudgedMail } from '#mail/forward/judged-mail.ts';
import { Signatures } from '#mail/forward/signatures.ts';
import type { WireMessage } from '#mail/message/message.ts';
import { Inspection } from '#mail/trust/inspection.ts';
import { systemClock } from '#time/clock.ts';

export type Mail = { header: Buffer; body: Buffer };

export const ALIAS = 'alias-1000@alias.test';
const PIECE = 65_536;
const QUESTION = { address: '127.0.0.1', helo: 'load.test', sender: 'load@origin.test' };

/** @param key undefined: no signature */
export const signaturesBy = (key: KeyObject | undefined) =>
  new Signatures({
    signing: () => key && { selector: 'veilpost', key, isPublished: () => true },
    date: Date.now,
    observe: () => {},
    onFault: (error) => console.error(error),
  });

/** @param between waits between two pieces of the body, as a socket would deliver them */
export async function judged(
  { header, body }: Mail,
  { resolve, signatures }: { resolve: Resolve; signatures: Signatures },
  between?: () => Promise<void>,
): Promise<WireMessage> {
  const inspection = new Inspection(QUESTION, { resolve, clock: systemClock });
  inspection.header(header);
  for (let at = 0; at < body.length; at += PIECE) {
    await between?.();
    inspection.body(body.subarray(at, at + PIECE));
  }
  await between?.();
  const mail = new JudgedMail(await inspection.end(), {
    seal: true,
    trustedSeal: 'no',
    authservId: 'mx.alias.test',
    sender: QUESTION.sender,
    silentPolicies: new SilentPolicies(() => 0),
    cuts: [],
    signatures,
    observe: () => {},
  });
  const decision = mail.decisionFor(ALIAS, false);
  if (decision.kind !== 'keep' && decision.kind !== 'rewrite') {
    throw new Error('the mail is refused');
  }
  return await compose(mail, decision, {
    message: { chunks: [header, body], octets: header.length + body.length, eightBit: false },
    cuts: [],
    alias: ALIAS,
    book: undefined,
    ownDomains: ['alias.test'],
    trace: 'Received: by mx.alias.test\r\n',
    signatures,
    switchOff: () => undefined,
  });
}
