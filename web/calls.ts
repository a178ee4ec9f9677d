/** The calls of the screen, with what they need of the browser. */

import { canonicalAddress } from '#rules/address.ts';
import { drawAlias } from '#rules/alias.ts';
import type { PageConfig } from '#rules/page.ts';
import { SIMULATED_SEND_MS } from '#rules/plan.ts';
import { createAliasTable } from './client/alias-table.ts';
import { createAlias } from './client/create-alias.ts';
import { sendTestMail, type TestMail, type TestMailOutcome } from './client/send-test-mail.ts';
import type { World } from './screen/runner.ts';

export type Calls = Pick<World, 'lookUp' | 'create' | 'save' | 'send'>;

export function createCalls(config: PageConfig, log: World['log']): Calls {
  const table = createAliasTable(config);
  const [first, last] = config.numbers;
  const space = { domains: config.domains, numbers: { first, last } };
  const draw = () => drawAlias(space, Math.random, config.namesLeft);
  return {
    lookUp: (email) => table.newestOf(canonicalAddress(email)),
    create: (email) => createAlias(canonicalAddress(email), { table, draw, log }),
    save: (alias, active) => table.setActive(alias, active),
    send: (mail) => atLeast(SIMULATED_SEND_MS, outcomeOf(config, mail)),
  };
}

/** A simulated mail makes no call; it only takes its time. */
function outcomeOf(config: PageConfig, mail: TestMail): Promise<TestMailOutcome> {
  return config.testMail === 'live'
    ? sendTestMail(config, mail)
    : Promise.resolve({ kind: 'delivered', receipt: undefined });
}

/** The result, but not before `ms` milliseconds have passed: a quicker change could not be read. */
async function atLeast<Result>(ms: number, result: Promise<Result>): Promise<Result> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return result;
}
