import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';

const GIB = 1_073_741_824;

/** The kind of machine, without its identity: `2 cores, 24 GiB, Debian 12`. */
export function machineKind(): string {
  const release = readFileSync('/etc/os-release', 'utf8');
  const field = (name: string) => new RegExp(`^${name}="?([^"\\n]*)`, 'm').exec(release)?.[1] ?? '';
  const system = `${field('NAME').replace(' GNU/Linux', '')} ${field('VERSION_ID')}`.trim();
  return `${availableParallelism()} cores, ${Math.round(totalmem() / GIB)} GiB, ${system}`;
}
