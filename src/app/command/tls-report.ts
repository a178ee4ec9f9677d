/** `npx veilpost tls-report`: what the running service has counted for its reports on TLS. */

import { Fault } from '../config/fault.ts';
import { reachable } from '../config/listen-address.ts';
import { EXIT_UNAVAILABLE, EXIT_USAGE } from './exit-codes.ts';

export type AdminPlace = { adminHost: string; adminPort: number };

const WAIT_MS = 10_000;

/**
 * @param day as 2026-11-26, in UTC
 * @returns the reports as JSON, one of each domain
 * @throws Fault where the service does not answer, or writes none
 */
export async function tlsReport({ adminHost, adminPort }: AdminPlace, day: string) {
  const host = reachable(adminHost);
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${adminPort}/tls-reports/${day}`;
  let answer: Response;
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) });
  } catch {
    throw new Fault(
      `The service does not answer at ${url}: reports are in its memory alone.`,
      EXIT_UNAVAILABLE,
    );
  }
  if (!answer.ok) {
    throw new Fault(
      'The service writes no reports on TLS: they need MTA_STS=report and NEXT_HOP=mx:.',
      EXIT_USAGE,
    );
  }
  return `${JSON.stringify(await answer.json(), null, 2)}\n`;
}
