/** RFC 5321 section 5.1: the mail exchanges (MX) of a domain. */

import { isIP } from 'node:net';
import type { AnswerOrPromise, Resolve } from '#mail/dns/answer.ts';
import { answerWithin } from '#mail/dns/budget.ts';
import type { Clock } from '#time/clock.ts';
import type { Delivery } from '../../delivery.ts';
import { reply } from '../../reply.ts';
import { deferral } from './host-result.ts';

/** RFC 1123 section 2.1, with the underscore that some names have. We do not connect to other names. */
const HOST_NAME = /^(?=.{1,253}$)[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*$/;

/** Time for one lookup, in milliseconds. */
const DNS_MS = 10_000;

/** The answer to one DNS query of a delivery. @param until deadline, in milliseconds on the clock */
export const lookUp = <Data>(
  asking: AnswerOrPromise<Data>,
  clock: Clock,
  until: number,
): AnswerOrPromise<Data> =>
  answerWithin(asking, Math.min(DNS_MS, until - clock.now()), clock, 'timeout');

/** The dependencies of an MX lookup. */
export type MxLookup = {
  /** Looks up MX records and addresses. The name of a relay is looked up by `connect`. */
  resolve: Resolve;
  clock: Clock;
  /** Uniform in [0, 1), like Math.random. */
  random: () => number;
  /** Our own name in lower case: an MX record with this name points back to us. */
  hostname: string;
};

/** Servers of a domain. `secure`: as in Answer. */
type MailExchanges = { names: readonly string[]; secure: boolean };

/**
 * Names of the servers for a domain, the most preferred first, and whether the answer was signed; or the verdict if there are none.
 * @param until deadline, milliseconds on the clock
 */
export async function mailExchanges(
  domain: string,
  { resolve, clock, random, hostname }: MxLookup,
  until: number,
): Promise<MailExchanges | Delivery> {
  if (!isHostName(domain)) return NO_SUCH_DOMAIN;
  const answer = await lookUp(resolve(domain, 'MX'), clock, until);
  switch (answer.kind) {
    case 'trouble':
      return deferral('4.4.3', 'Temporary DNS failure for the destination domain', 'dns');
    case 'no-name':
      return NO_SUCH_DOMAIN;
    case 'no-data':
      // Section 5.1: a domain without MX is its own mail server.
      return { names: [domain], secure: answer.secure };
    case 'records': {
      const named = answer.records.map(({ exchange: name, priority }) => ({
        name,
        priority,
        // Section 5.1: servers of one preference are tried in random order.
        order: random(),
      }));
      const exchanges = named.filter(({ name }) => name !== '');
      // RFC 7505 section 3, null MX: a single root label means that the domain does not accept mail.
      if (exchanges.length === 0) {
        return refusal(556, '5.1.10', 'Destination domain does not accept mail (null MX)');
      }
      const sorted = exchanges.toSorted((a, b) => a.priority - b.priority || a.order - b.order);
      // Section 5.1: our own name and less preferred servers are left out, since they would send the message back to us.
      const own = sorted.find(({ name }) => name === hostname);
      const preferred = own ? sorted.filter(({ priority }) => priority < own.priority) : sorted;
      if (preferred.length === 0) return LOOP;
      const names = preferred.map(({ name }) => name).filter(isHostName);
      return names.length === 0 ? UNROUTABLE : { names, secure: answer.secure };
    }
  }
}

/** RFC 5321 section 2.3.5 requires a name; some domains publish an IP address instead. */
function isHostName(name: string): boolean {
  return HOST_NAME.test(name) && isIP(name) === 0;
}

const NO_SUCH_DOMAIN = refusal(550, '5.1.2', 'Destination domain not found');
export const LOOP = refusal(550, '5.4.6', 'Mail for the destination domain loops back to myself');
export const UNROUTABLE = refusal(550, '5.4.4', 'Destination domain has no usable mail server');

function refusal(code: number, enhanced: string, text: string): Delivery {
  return { kind: 'refused', reply: reply(code, enhanced, text), stage: 'dns' };
}
