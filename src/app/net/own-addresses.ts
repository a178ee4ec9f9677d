import { networkInterfaces } from 'node:os';

/** The addresses of this machine that others can reach. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address);
}
