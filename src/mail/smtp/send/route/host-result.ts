/** The result of one host for a message, and the resulting verdict for our sender. */

import type { Delivery, DeliveryStage, FarAnswer, Peer, TrustFault } from '../../delivery.ts';
import { isPermanent, isTransient, reply } from '../../reply.ts';
import type { ConnectionFailure, FailureReason } from '../session/connection-failure.ts';
import { asksToBackOff, enhancedCode, redacted, saidEnhancedCode } from '../session/far-reply.ts';
import type { SessionRefused } from '../session/hello.ts';
import type { FarReply } from '../session/reply-parser.ts';
import type { TransactionOutcome } from '../session/transaction.ts';

type Deferral = Extract<Delivery, { kind: 'deferred' }>;

/**
 * The messages to which a request to back off applies: all of them, those for the recipient's domain, or those for the recipient
 * alone, as with greylisting (RFC 6647).
 */
export type BackOffScope = 'all' | 'domain' | 'recipient';

export type HostResult = {
  delivery: Delivery;
  /** Whether another host may still accept the message: this one is unreachable, or cannot take it now. */
  tryNextHost: boolean;
  /** The host asked us to back off, for these messages. */
  backOff?: BackOffScope;
  /** The host rejected the connection with 421, before any message. */
  tooManyConnections?: boolean;
};

/** Replies to the state of our session (RFC 5321 section 4.2.2) or to our credentials (RFC 4954 section 6), not to the message. */
const SESSION_AT_FAULT = new Set([503, 530, 534, 535, 538]);

/**
 * Codes of RFC 5321 section 4.2.3 and RFC 7504 section 4 that concern a message and may be passed on. Others concern our
 * session with the server (RFC 3207: 454) or its command lines, or belong to one provider.
 */
const PASSED_ON = new Set([450, 451, 452, 550, 551, 552, 553, 554, 556]);

/** The scope of a 4yz with 4.7.x; elsewhere it may be about the message or its domain. */
const SCOPES: Partial<Record<DeliveryStage, BackOffScope>> = { mail: 'all', rcpt: 'recipient' };

/**
 * The result of a transaction.
 * @param connection on which it ran
 */
export function resultOfTransaction(
  outcome: TransactionOutcome,
  { peer, tlsFailed }: { peer: Peer; tlsFailed: boolean },
): HostResult {
  switch (outcome.kind) {
    case 'accepted': {
      const status = { code: outcome.far.code, enhanced: enhancedCode(outcome.far) };
      return { delivery: { kind: 'accepted', reply: status, peer }, tryNextHost: false };
    }
    case 'unfit':
      return {
        delivery: { kind: 'refused', reply: outcome.reply, peer, stage: 'mail' },
        tryNextHost: false,
      };
    case 'rejected': {
      const scope = SCOPES[outcome.stage] ?? 'domain';
      // RFC 3463 section 3.8: a matter of security. The cause may be only the failed TLS, which may succeed the next time.
      const forTls = tlsFailed && saidEnhancedCode(outcome.far).startsWith('5.7.');
      return forTls ? transient(outcome, peer, scope) : rejection(outcome, peer, scope);
    }
    case 'lost':
      return resultOfLoss(outcome.failure, outcome.unknown, peer);
  }
}

/** The result if the server has not given the required proof. The next server may. */
export function resultOfFault(fault: TrustFault, peer: Peer): HostResult {
  return { delivery: { ...untrusted(fault, 'starttls'), peer }, tryNextHost: true };
}

/** The deferral of a message whose servers cannot be trusted. */
export function untrusted(fault: TrustFault, stage: DeliveryStage): Deferral {
  const text = 'Destination mail server failed TLS verification';
  return { ...deferral('4.7.5', text, stage), untrusted: fault };
}

/**
 * The result if the server rejected the session.
 * @param isMx whether the host is the recipient's own server. Its 554 greeting is an answer to the message (RFC 5321 section
 * 3.1); that of a relay concerns our account there, and the message can wait
 */
export function resultOfRefusedSession(
  refusal: SessionRefused,
  peer: Peer,
  isMx: boolean,
): HostResult {
  if (isMx && refusal.stage === 'greeting' && isPermanent(refusal.far.code)) {
    return { delivery: refused(refusal, peer), tryNextHost: true };
  }
  const tooManyConnections = refusal.far.code === 421;
  return { ...transient(refusal, peer, 'all'), tooManyConnections };
}

/** Our own deferral. @param enhanced `4.x.y` */
export function deferral(
  enhanced: string,
  text: string,
  stage: DeliveryStage = 'prepare',
): Deferral {
  return { kind: 'deferred', reply: reply(451, enhanced, text), stage };
}

/** A negative reply, and the stage that it answers. */
type Negative = { far: FarReply; stage: DeliveryStage };

function rejection(negative: Negative, peer: Peer, scope: BackOffScope): HostResult {
  const { code } = negative.far;
  if (isPermanent(code) && !SESSION_AT_FAULT.has(code)) {
    return { delivery: refused(negative, peer), tryNextHost: false };
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
  const status = { code, enhanced: enhancedCode(far) };
  return { kind: 'refused', reply: status, peer, stage, far: answer(far) };
}

function transient({ far, stage }: Negative, peer: Peer, scope: BackOffScope): HostResult {
  // Our own 421 would announce that we close. A code that is not 4yz becomes 451 too.
  const code = isTransient(far.code) && PASSED_ON.has(far.code) ? far.code : 451;
  const status = { code, enhanced: enhancedCode(far).replace(/^5/, '4') };
  const result: HostResult = {
    delivery: { kind: 'deferred', reply: status, peer, stage, far: answer(far) },
    tryNextHost: true,
  };
  return asksToBackOff(far) ? { ...result, backOff: scope } : result;
}

const NO_TLS: [enhanced: string, text: string] = [
  '4.7.5',
  'Cannot start TLS with the destination mail server',
];

const LOSSES: Record<FailureReason, [enhanced: string, text: string]> = {
  unreachable: ['4.4.1', 'Cannot connect to the destination mail server'],
  closed: ['4.4.2', 'Lost connection with the destination mail server'],
  silent: ['4.4.2', 'Conversation with the destination mail server timed out'],
  garbled: ['4.5.0', 'Protocol error from the destination mail server'],
  'no-starttls': NO_TLS,
  tls: NO_TLS,
};

/** The result if a connection failed. @param unknown whether the server may have the message */
export function resultOfLoss(
  { reason, stage }: ConnectionFailure,
  unknown: boolean,
  peer: Peer,
): HostResult {
  const delivery = { ...deferral(...LOSSES[reason], stage), peer };
  if (!unknown) return { delivery, tryNextHost: true };
  // RFC 1047: another host could only add a second copy.
  return { delivery: { ...delivery, unknown: true }, tryNextHost: false };
}
