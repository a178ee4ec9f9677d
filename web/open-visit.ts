/** The visitor's identity in this browser: its ticket, its kept session, and the letters that it has requested. */

import type { PageConfig } from '#rules/page.ts';
import { type Ask, createAsk } from './client/ask.ts';
import type { Auth } from './client/auth.ts';
import { type AuthAnswer, authCall } from './client/auth-call.ts';
import { type LetterOutcome, sendLetter } from './client/letter.ts';
import { keptTokens, SESSIONS, type SessionFunctions } from './client/session.ts';
import { createTicket, type Ticket, ticketHeader } from './client/ticket.ts';
import { script } from './script.ts';

export type Visit = {
  ticket: Ticket;
  /** The ticket, for calls that begin a session. */
  ticketHeader: () => Record<string, string>;
  sessions: SessionFunctions;
  ask: Ask;
  /** Loads auth-js. @throws if it does not arrive */
  auth: () => Promise<Auth>;
  /** Posts to auth/v1 without a session. @param more header fields @throws if no answer comes */
  authCall: (path: string, body: unknown, more?: Record<string, string>) => Promise<AuthAnswer>;
  /** Sends a letter. Never throws. */
  letter: (email: string) => Promise<LetterOutcome>;
  /** The outcome of the newest letter to this address. */
  lastLetter: (email: string) => Promise<LetterOutcome> | undefined;
};

export function openVisit(config: PageConfig): Visit {
  const authScript = script(
    () => import('./client/auth.ts'),
    ({ openAuth }) => openAuth(config, SESSIONS, header),
  );
  const auth = async () => {
    const opened = await authScript.load();
    if (opened) return opened;
    throw new Error('auth-js has not arrived');
  };
  const ticket = createTicket(
    () => localStorage,
    (octets) => crypto.getRandomValues(octets),
  );
  const header = () => ticketHeader(config, ticket);
  const call: Visit['authCall'] = (...given) => authCall(config, ...given);
  const letters = new Map<string, Promise<LetterOutcome>>();
  const renew = async () => (await auth()).renewed();
  return {
    ticket,
    ticketHeader: header,
    sessions: SESSIONS,
    ask: createAsk(config.key, ticket, keptTokens(renew, Date.now)),
    auth,
    authCall: call,
    letter: (email) => {
      const outcome = sendLetter(call, email);
      letters.set(email, outcome);
      return outcome;
    },
    lastLetter: (email) => letters.get(email),
  };
}
