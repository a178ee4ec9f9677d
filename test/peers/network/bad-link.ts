/** A link between two addresses of this machine, as bad as a network can be; see bad-link.py. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { After } from '../folder.ts';
import { Daemon } from '../program.ts';

const PROGRAM = fileURLToPath(new URL('bad-link.py', import.meta.url));

/** Of RFC 2544's range, which is reserved for tests of networks and routed nowhere. */
const NEAR = '198.18.86.1';
const FAR = '198.18.86.2';

export type BadLinkOptions = {
  delayMs: number;
  /** Probability, from 0 to 1, that a packet is lost. */
  loss: number;
  octetsPerSecond: number;
};

/** A listener at `near` is reached through the link at `far`. */
export type BadLink = { near: string; far: string };

/** @returns the reason if a link is not possible here: the kernel or our privileges do not allow it */
export async function badLink(
  after: After,
  { delayMs, loss, octetsPerSecond }: BadLinkOptions,
): Promise<BadLink | string> {
  if (process.getuid?.() !== 0 || !existsSync('/dev/net/tun')) {
    return 'a network device can be made only by root, with /dev/net/tun';
  }
  const settings = [NEAR, FAR, delayMs / 1000, loss, octetsPerSecond, 39].map(String);
  const program = Daemon.start('python3', [PROGRAM, ...settings]);
  after(() => program.end());
  try {
    await program.ready(() => program.output().includes('The link is up'));
  } catch (error) {
    if (program.output().includes('not permitted')) return 'no network device may be made here';
    throw error;
  }
  return { near: NEAR, far: FAR };
}
