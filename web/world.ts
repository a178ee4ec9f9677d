/** The world of a visitor's browser: the network, the clock and the clipboard. */

import type { PageConfig } from '#rules/page.ts';
import type { Calls } from './calls.ts';
import { CallFailed } from './client/call-failed.ts';
import { enterResult, leaveResult } from './result-entry.ts';
import type { World } from './screen/runner.ts';
import type { Views } from './screen/views.ts';

/** The script that is loaded on demand. */
export type OnDemand = {
  /** @param link fragment of the opened link */
  open: (config: PageConfig, log: World['log'], link?: string) => { calls: Calls; views: Views };
};

export type Browser = World & {
  /** Loads the views after the form. @throws CallFailed */
  prepare: () => Promise<unknown>;
  /** The views after the form; present from the first answer of a call on. */
  views: () => Views | undefined;
};

/** @param load loads the script on demand; after a failure it may be called again */
export function browserWorld(
  config: PageConfig,
  load: () => Promise<OnDemand>,
  link: string | undefined,
): Browser {
  const log = (error: unknown) => console.warn(error instanceof Error ? error.message : error);
  let opened: ReturnType<OnDemand['open']> | undefined;

  async function calls(): Promise<Calls> {
    const script = await load().catch(() => {
      throw new CallFailed('loading the calls', 0, '', '');
    });
    opened ??= script.open(config, log, link);
    return opened.calls;
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
    prepare: calls,
    views: () => opened?.views,
  };
}
