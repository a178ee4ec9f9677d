import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import type { Requester } from '#auth/letters/letter-port.ts';
import type { OwnNames } from '#rules/own-domain.ts';
import type { Demand } from './wire/signed-in.ts';

/** What the calls of auth/v1 work with: the facility itself, and the facts about the caller. */
export type AuthParts = Facility & {
  /** Our own domains. */
  ours: OwnNames;
  /** Most of these calls change the account: a session that another node has just ended makes none. */
  demand: Demand;
  /** The same in the state of a second ago, perhaps: for the call that clients repeat. */
  demandKnown: Demand;
  requesterOf: (c: Context) => Requester;
};

/** A call of auth/v1, which translates requests to the facility. */
export type AuthCall = (c: Context, parts: AuthParts) => Promise<Response>;
