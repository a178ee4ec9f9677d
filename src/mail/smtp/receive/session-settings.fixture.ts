import { systemClock } from '#time/clock.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { Budget } from './memory/budget.ts';
import { RoomQueue } from './memory/room-queue.ts';
import { Slabs } from './memory/slabs.ts';
import type { SessionSettings } from './wire.ts';

/** The arguments of a session, for a test that makes one itself. */
export function sessionSettings(): SessionSettings {
  const budget = new Budget(1_000_000, 1);
  return {
    hostname: 'mx.alias.test',
    limits: DEFAULT_LIMITS,
    budget,
    roomQueue: new RoomQueue(budget, systemClock, DEFAULT_LIMITS.roomMs),
    slabs: new Slabs(),
    block: '192.0.2.0/24',
    tlsOffered: () => false,
    onEnd: () => {},
    onRecipient: () => {},
    onFault: (error) => {
      throw error;
    },
  };
}
