import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import type { Requester } from '#auth/letters/letter-port.ts';
import type { OwnNames } from '#rules/own-domain.ts';
import type { Demand } from './wire/signed-in.ts';

/** What the calls of auth/v1 work with: the facility itself, and the facts about the caller. */
export type AuthParts = Facility & {
  /** Our own domains. */
  ours: OwnNames;
  demand: Demand;
  requesterOf: (c: Context) => Requester;
};

/** A call of auth/v1, which translates requests to the facility. */
export type AuthCall = (c: Context, parts: AuthParts) => Promise<Response>;
