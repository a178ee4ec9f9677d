/** The world of a visitor's browser: the network, the clock and the clipboard. */

import type { Calls } from './calls.ts';
import { CallFailed } from './client/call-failed.ts';
import { enterResult, leaveResult } from './result-entry.ts';
import type { DeskStep } from './screen/machine.ts';
import type { World } from './screen/runner.ts';
import type { Views } from './screen/views.ts';
import { partOf, type Script } from './script.ts';

/** What the script on demand brings. */
export type OnDemand = {
  calls: Calls;
  deskStep: DeskStep;
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
    save: async (alias, active) => (await calls()).save(alias, active),
    send: async (mail) => (await calls()).send(mail),
    // A page over plain http from another machine has no clipboard.
    copy: (text) =>
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard')),
    log,
    deskStep: () => partOf(onDemand.state())?.deskStep,
  };
}
