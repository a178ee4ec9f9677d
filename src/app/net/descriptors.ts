/** Descriptors: the open files and connections that the system allows this process. */

import { readFileSync } from 'node:fs';
import type { Log } from '../observe/log.ts';

/** Descriptors that no sender takes: for the database, the log, next hops, the DNS and requests. */
const RESERVED = 100;

/** The number of them at once; Infinity where the system does not tell it. Node has raised it as far as it may. */
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
 * Connections of senders at once: as many as wanted, or fewer, with a warning. Without a descriptor the system would close a new one
 * without a word to its client.
 * @param descriptors that this process may hold
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
      `too few files may be open at once (ulimit -n) for ${wanted} connections of senders`,
    );
  }
  return connections;
}
