/** The world of a visitor's browser: the network, the clock and the clipboard. */

import type { PageConfig } from '#rules/page.ts';
import type { Calls } from './calls.ts';
import { CallFailed } from './client/call-failed.ts';
import { enterResult, leaveResult } from './result-entry.ts';
import type { World } from './screen/runner.ts';
import type { Views } from './screen/views.ts';

/** The script that is loaded on demand. */
export type OnDemand = Views & { createCalls: (config: PageConfig, log: World['log']) => Calls };

export type Browser = World & {
  /** Begins to load what follows the form. */
  prepare: () => void;
  /** What follows the form; there from the first answer of a call on. */
  views: () => Views | undefined;
};

/** @param load loads the script on demand; attempts count from 1 */
export function browserWorld(
  config: PageConfig,
  load: (attempt: number) => Promise<OnDemand>,
): Browser {
  const log = (error: unknown) => console.warn(error instanceof Error ? error.message : error);
  let views: Views | undefined;
  let loading: Promise<Calls> | undefined;
  let attempts = 0;

  function calls(): Promise<Calls> {
    loading ??= load((attempts += 1)).then(
      (script) => {
        views = script;
        return script.createCalls(config, log);
      },
      () => {
        // The next call tries again.
        loading = undefined;
        throw new CallFailed('loading the calls', 0, '', '');
      },
    );
    return loading;
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
    // There is none where the page came by plain http from another machine.
    copy: (text) =>
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard')),
    log,
    prepare: () => void calls().catch(() => undefined),
    views: () => views,
  };
}
