/** CPU time and memory of a process with all its children, as Linux counts them. */

import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ: the unit of /proc/PID/stat on every Linux. */
const MS_PER_TICK = 10;

/** User and system time of this process in milliseconds, since `before` if it is given. */
export function cpuMs(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

type Stat = { pid: number; parent: number; usedMs: number };

/**
 * User and system time of a process and of its children, grandchildren and so on, in milliseconds, including those that
 * have ended and been waited for.
 */
export function treeCpuMs(root: number): number {
  return treeOf(root).reduce((sum, { usedMs }) => sum + usedMs, 0);
}

/**
 * Resident memory of the same processes now, in octets. Shared memory counts once: with hundreds of processes of one
 * program the sum of resident sizes would be too high. It counts in full: the bench itself runs on Node, too.
 */
export function treeMemory(root: number): number {
  const memories = treeOf(root).map(({ pid }) => memoryOf(pid));
  const own = memories.reduce((sum, memory) => sum + memory.own, 0);
  return own + Math.max(0, ...memories.map(({ shared }) => shared));
}

export const treePids = (root: number): number[] => treeOf(root).map(({ pid }) => pid);

/** Resident size of one process in octets: now, or at its highest since the process began. */
export function residentSize(pid: number, which: 'now' | 'peak'): number {
  const field = which === 'now' ? 'VmRSS' : 'VmHWM';
  return kilobytes(readFileSync(`/proc/${pid}/status`, 'latin1'), field);
}

function treeOf(root: number): Stat[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat !== undefined);
  const members = new Set([root]);
  for (let before = 0; before < members.size; ) {
    before = members.size;
    for (const { pid, parent } of all) if (members.has(parent)) members.add(pid);
  }
  return all.filter(({ pid }) => members.has(pid));
}

function readStat(name: string): Stat | undefined {
  const text = readOrNothing(`/proc/${name}/stat`);
  // The name of the program is in parentheses and may contain anything; the fields are counted after it (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 15) return undefined;
  const [userTime, systemTime, childrenUser, childrenSystem] = fields.slice(11, 15).map(Number);
  const ticks = (userTime ?? 0) + (systemTime ?? 0) + (childrenUser ?? 0) + (childrenSystem ?? 0);
  return { pid: Number(name), parent: Number(fields[1]), usedMs: ticks * MS_PER_TICK };
}

function memoryOf(pid: number): { own: number; shared: number } {
  const text = readOrNothing(`/proc/${pid}/smaps_rollup`);
  const own = kilobytes(text, 'Private_Clean') + kilobytes(text, 'Private_Dirty');
  return { own, shared: kilobytes(text, 'Rss') - own };
}

function kilobytes(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
}

/** A process may end while we look. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
