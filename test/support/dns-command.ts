/** `npx veilpost dns` within this process. */

import { dns } from '#app/command/dns/dns.ts';
import type { Config } from '#app/config/config.ts';
import { Fault } from '#app/config/fault.ts';
import { createLog } from '#app/observe/log.ts';

/** The exit code, what was printed, and the sentence of a failure. */
export type DnsRun = { code: number; out: string; error: string };

/** @param now milliseconds since 1970 */
export async function runDns(
  config: Config,
  args: readonly string[] = [],
  now: () => number = Date.now,
): Promise<DnsRun> {
  let out = '';
  const print = (text: string) => void (out += text);
  const log = createLog({ write: () => {} }, false);
  try {
    await dns(args, { config: () => config, print, now, log });
    return { code: 0, out, error: '' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { code: error.exitCode, out, error: error.message };
  }
}
