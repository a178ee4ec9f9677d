/** Parts of the page for the tests of the owner's calls. */

import assert from 'node:assert/strict';
import type { PageConfig } from '#rules/page.ts';
import type { SessionFunctions } from '../../client/session.ts';
import type { OwnerParts } from '../owner-slot.tsx';
import { ownersCall, type OwnersParts } from './call.ts';

export const notNeeded = () => assert.fail('not needed');

export const CONFIG: PageConfig = {
  url: 'https://veilpost.test',
  key: 'key',
  domains: ['veilpost.test'],
  numbers: [1000, 9999],
  ownership: 'confirmed',
  testMail: 'live',
  madeIn: { name: 'here', href: '/' },
};

/** A browser that keeps no session, but for what a test says. */
export const sessionsWith = (own: Partial<SessionFunctions>): SessionFunctions => ({
  key: 'key',
  margin: 0,
  storages: () => [],
  put: notNeeded,
  kept: () => undefined,
  keep: notNeeded,
  drop: notNeeded,
  ...own,
});

/** The parts that a test gives; it must not need another one. */
export function partsWith(own: Partial<OwnerParts>): OwnersParts {
  const parts: OwnerParts = {
    config: CONFIG,
    ask: notNeeded,
    sessions: sessionsWith({}),
    ticket: { current: notNeeded, make: notNeeded },
    ticketHeader: notNeeded,
    auth: notNeeded,
    authCall: notNeeded,
    letter: notNeeded,
    lastLetter: notNeeded,
    lookUp: notNeeded,
    shortTime: String,
    ...own,
  };
  return { ...parts, call: ownersCall(parts) };
}
