/** `npx veilpost status --tls-report DAY`: what the running service has counted for its TLS reports. */

import { EXIT_UNAVAILABLE, EXIT_USAGE, Fault } from '../config/fault.ts';
import { reachable } from '../config/listen-address.ts';

export type AdminPlace = { adminHost: string; adminPort: number };

const WAIT_MS = 10_000;

/**
 * @param day such as 2026-11-26, in UTC
 * @returns the reports as JSON, one for each domain
 * @throws Fault if the service does not respond, or writes none
 */
export async function tlsReport({ adminHost, adminPort }: AdminPlace, day: string) {
  const host = reachable(adminHost);
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${adminPort}/tls-reports/${day}`;
  let answer: Response;
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) });
  } catch {
    throw new Fault(
      `The service does not respond at ${url}, and reports are only in its memory.`,
      EXIT_UNAVAILABLE,
    );
  }
  if (!answer.ok) {
    throw new Fault(
      'The service does not write TLS reports: they require MTA_STS=report and NEXT_HOP=mx:.',
      EXIT_USAGE,
    );
  }
  return `${JSON.stringify(await answer.json(), null, 2)}\n`;
}
