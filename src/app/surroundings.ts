/** The world outside the process, as an argument. */

import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { CreateServer } from '#mail/smtp/receive/receiver.ts';
import { type KeptClient, keptClient, type KeptServer } from '#network/kept-client.ts';
import { type Clock, systemClock } from '#time/clock.ts';
import { descriptorLimit } from './net/descriptors.ts';

/** A simulation replaces it (test/simulation). */
export type Surroundings = {
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
  connect: (to: NetConnectOpts) => Socket;
  createServer: CreateServer;
  /** Requests to the spam filter. */
  openRequests: (to: KeptServer) => Promise<KeptClient>;
  /** The addresses of this machine that others can reach. */
  ownAddresses: () => readonly string[];
  /** The number of file descriptors that this process may have open. */
  descriptorLimit: () => number;
};

export const THIS_MACHINE: Surroundings = {
  clock: systemClock,
  random: Math.random,
  connect,
  createServer,
  openRequests: keptClient,
  ownAddresses,
  descriptorLimit,
};

/** The addresses of this machine that others can reach. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address);
}
