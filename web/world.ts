/** The world of a visitor's browser: the network, the clock and the history. */

import type { Calls } from './calls.ts';
import { CallFailed } from './client/call-failed.ts';
import { enterResult, leaveResult } from './result-entry.ts';
import type { World } from './screen/runner.ts';
import type { Views } from './screen/views.ts';
import { partOf, type Script } from './script.ts';

/** What the script on demand brings. */
export type OnDemand = {
  calls: Calls;
  desk: NonNullable<ReturnType<World['desk']>>;
  /** The views after the form. */
  views: Views;
};

export const log: World['log'] = (error) =>
  console.warn(error instanceof Error ? error.message : error);

export function browserWorld(onDemand: Script<OnDemand>): World {
  async function calls(): Promise<Calls> {
    const loaded = await onDemand.load();
    if (loaded) return loaded.calls;
    throw new CallFailed('loading the calls', 0, '', '');
  }

  return {
    now: Date.now,
    wait: (ms, then) => void setTimeout(then, ms),
    lookUp: async (email) => (await calls()).lookUp(email),
    create: async (email) => {
      try {
        return await (await calls()).create(email);
      } catch (error) {
        log(error);
        return { kind: 'failed', trouble: error instanceof CallFailed ? error.trouble : undefined };
      }
    },
    enterResult,
    leaveResult,
    log,
    desk: () => partOf(onDemand.state())?.desk,
  };
}
