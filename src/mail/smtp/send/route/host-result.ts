/** What one host made of a message, and what that means for our sender. */

import type { Delivery, FarAnswer, Peer, Stage } from '../../delivery.ts';
import { isPermanent, isTransient, reply } from '../../reply.ts';
import type { ConnectionFailure, FailureReason } from '../session/connection-failure.ts';
import { asksToSlowDown, enhancedCode, redacted, saidEnhancedCode } from '../session/far-reply.ts';
import type { SessionRefused } from '../session/hello.ts';
import type { FarReply } from '../session/reply-parser.ts';
import type { Outcome } from '../session/transaction.ts';

type Deferral = Extract<Delivery, { kind: 'deferred' }>;

export type Attempt = {
  delivery: Delivery;
  /** Another host may still take it: this one is not there, or cannot take it now. */
  elsewhere: boolean;
  /** The host asked us to slow down, in everything or with mail to this recipient. */
  slowDown?: 'all' | 'recipient';
  /** It was asked by 421 before any mail. */
  tooManyConnections?: boolean;
};

/** Our own session is refused: out of step (RFC 5321 section 4.2.2), or for want of good credentials (RFC 4954 section 6). */
const SESSION_AT_FAULT = new Set([503, 530, 534, 535, 538]);

/**
 * Codes of RFC 5321 section 4.2.3 and RFC 7504 section 4 that say something of a mail, and may be passed on. Others speak of our session
 * with the server (RFC 3207: 454), of its command lines, or are of one provider's making.
 */
const PASSED_ON = new Set([450, 451, 452, 550, 551, 552, 553, 554, 556]);

/** The verdict of a transaction. */
export function attemptOf(outcome: Outcome, peer: Peer): Attempt {
  switch (outcome.kind) {
    case 'accepted': {
      const { code } = outcome.far;
      const verdict = reply(code, enhancedCode(outcome.far), 'The next hop has the message');
      return { delivery: { kind: 'accepted', reply: verdict, peer }, elsewhere: false };
    }
    case 'unfit':
      return {
        delivery: { kind: 'refused', reply: outcome.reply, peer, stage: 'mail' },
        elsewhere: false,
      };
    case 'rejected':
      return rejection(outcome, peer, outcome.stage === 'mail' ? 'all' : 'recipient');
    case 'lost':
      return loss(outcome.failure, outcome.unknown, peer);
  }
}

/**
 * The verdict of a hello that was refused.
 * @param isMx whether the host is the recipient's own server: its 554 greeting then is an answer (RFC 5321 section 3.1);
 * a relay's tells of our own standing with it, and the mail can wait
 */
export function attemptOfRefusedHello(refusal: SessionRefused, peer: Peer, isMx: boolean): Attempt {
  if (isMx && refusal.stage === 'greeting' && isPermanent(refusal.far.code)) {
    return { delivery: refused(refusal, peer), elsewhere: true };
  }
  const tooManyConnections = refusal.far.code === 421;
  return { ...transient(refusal, peer, 'all'), tooManyConnections };
}

/** The verdict where no connection came about. */
export function attemptOfFailedHello(failure: ConnectionFailure, peer: Peer): Attempt {
  return loss(failure, false, peer);
}

/** A deferral of our own. @param enhanced `4.x.y` */
export function deferral(enhanced: string, text: string, stage: Stage = 'prepare'): Deferral {
  return { kind: 'deferred', reply: reply(451, enhanced, text), stage };
}

/** A negative reply, and the stage that it answers. */
type Negative = { far: FarReply; stage: Stage };

function rejection(negative: Negative, peer: Peer, scope: 'all' | 'recipient'): Attempt {
  const { code } = negative.far;
  if (isPermanent(code) && !SESSION_AT_FAULT.has(code)) {
    return { delivery: refused(negative, peer), elsewhere: false };
  }
  return transient(negative, peer, code === 421 ? 'all' : scope);
}

function answer(far: FarReply): FarAnswer {
  return {
    code: far.code,
    enhanced: saidEnhancedCode(far),
    words: (secrets) => redacted(far, secrets),
  };
}

function refused({ far, stage }: Negative, peer: Peer): Delivery {
  const code = PASSED_ON.has(far.code) ? far.code : 554;
  const verdict = reply(code, enhancedCode(far), 'The next hop refused the message');
  return { kind: 'refused', reply: verdict, peer, stage, far: answer(far) };
}

function transient({ far, stage }: Negative, peer: Peer, scope: 'all' | 'recipient'): Attempt {
  // 421 would tell our sender that we close; what is no 4yz at all becomes 451 too.
  const code = isTransient(far.code) && PASSED_ON.has(far.code) ? far.code : 451;
  const enhanced = enhancedCode(far).replace(/^5/, '4');
  const verdict = reply(code, enhanced, 'The next hop cannot take the message now');
  const attempt: Attempt = {
    delivery: { kind: 'deferred', reply: verdict, peer, stage, far: answer(far) },
    elsewhere: true,
  };
  return asksToSlowDown(far) ? { ...attempt, slowDown: scope } : attempt;
}

const LOSSES: Record<FailureReason, [enhanced: string, text: string]> = {
  unreachable: ['4.4.1', 'The server of the mailbox cannot be reached'],
  closed: ['4.4.2', 'The server of the mailbox broke the connection'],
  silent: ['4.4.2', 'The server of the mailbox did not answer in time'],
  garbled: ['4.5.0', 'The server of the mailbox did not keep to the protocol'],
  tls: ['4.7.5', 'No secure connection to the server of the mailbox'],
};

function loss({ reason, stage }: ConnectionFailure, unknown: boolean, peer: Peer): Attempt {
  const delivery = { ...deferral(...LOSSES[reason], stage), peer };
  if (!unknown) return { delivery, elsewhere: true };
  // RFC 1047: it may have the message. Giving it to another host now could only make a second copy.
  return { delivery: { ...delivery, unknown: true }, elsewhere: false };
}
