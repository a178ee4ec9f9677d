/** The interface of the three kinds of second factor; factors.ts holds their common code. */

import type { Challenge, Factor, FactorType, METHOD_OF } from '#store/sessions/factors.ts';
import type { User } from '#store/sessions/users.ts';
import type { AssertionResponse, AttestationResponse, WebAuthnOptions } from './webauthn.ts';

/** The lifetime of a challenge in milliseconds. */
export const CHALLENGE_MS = 300_000;

/** The channel of a message with a code to a phone. */
export const CHANNELS = ['sms', 'whatsapp'] as const;
export type PhoneChannel = (typeof CHANNELS)[number];

/** The data that the owner of a new factor sees, this once. */
export type Enrolled = {
  totp?: { secret: string; uri: string; qrCode: string };
  phone?: string;
};

export type Enrolment = {
  /** TOTP: the issuer in the authenticator app; undefined: this site. */
  issuer: string | undefined;
  /** E.164; undefined for the other kinds. */
  phone: string | undefined;
};

/** A person's answer to a challenge. */
export type FactorAnswer =
  | { kind: 'code'; code: string }
  | { kind: 'create'; response: AttestationResponse }
  | { kind: 'request'; response: AssertionResponse };

/** A request for a challenge. */
export type AskedChallenge = {
  channel: PhoneChannel;
  /** The requester's IP address; undefined: not limited. */
  from: string | undefined;
};

export type Challenged = {
  /** The data in the challenge's row. */
  value: string;
  options?: WebAuthnOptions;
};

/** `spent`: the answer is correct, but was used before, or another first factor was verified meanwhile. */
export type FactorVerdict = 'accepted' | 'spent' | 'wrong';

export type FactorKind = {
  /** The name of the method in the session (RFC 8176, amr). */
  method: (typeof METHOD_OF)[FactorType];
  /** @param id of the new factor @returns its stored form, sealed, and the part for its owner */
  enrol(
    id: string,
    user: User,
    enrolment: Enrolment,
  ): { sealed: string | null; enrolled: Enrolled };
  /** @param id of the new challenge @throws FactorRefused */
  challenge(id: string, factor: Factor, user: User, asked: AskedChallenge): Promise<Challenged>;
  /** An accepted answer verifies the factor, and is used up with its challenge. */
  verify(factor: Factor, challenge: Challenge, answer: FactorAnswer): Promise<FactorVerdict>;
};

export type FactorRefusal =
  | { reason: 'not_found' | 'no_challenge' | 'challenge_expired' }
  | { reason: 'name_taken' | 'too_many' | 'below_aal2' | 'not_sent' }
  | { reason: 'wrong' | 'off'; type: FactorType }
  /** Seconds to wait. */
  | { reason: 'locked' | 'sent_lately'; seconds: number };

/** The refusal of a request about a second factor or a passkey. */
export class FactorRefused extends Error {
  override readonly name = 'FactorRefused';
  readonly refusal: FactorRefusal;

  constructor(refusal: FactorRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}
