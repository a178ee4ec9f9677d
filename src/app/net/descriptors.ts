/** Descriptors: the open files and connections that the system allows this process. */

import { readFileSync } from 'node:fs';
import type { Log } from '../observe/log.ts';

/** Descriptors reserved from senders: for the database, the log, next hops, the DNS and requests. */
const RESERVED = 100;

/** The most at once; Infinity if the system does not report it. Node has raised it as far as it may. */
export function descriptorLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1');
    const [, most] = /^Max open files +(\d+)/m.exec(limits) ?? [];
    return most === undefined ? Number.POSITIVE_INFINITY : Number(most);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Connections of senders at once: as many as wanted, or fewer, with a warning. Without a descriptor the system would
 * silently close a new one.
 * @param descriptors that this process may have open
 */
export function connectionsWithin(
  descriptors: number,
  wanted: number,
  log: Pick<Log, 'warn'>,
): number {
  const connections = Math.max(Math.min(wanted, descriptors - RESERVED), 1);
  if (connections < wanted) {
    log.warn(
      { descriptors, connections },
      `the limit on open files (ulimit -n) is too low for ${wanted} connections from senders`,
    );
  }
  return connections;
}
