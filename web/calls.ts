/** The calls of the screen, with their dependencies from the browser. */

import { canonicalAddress } from '#rules/address.ts';
import { drawAlias } from '#rules/alias.ts';
import type { PageConfig } from '#rules/page.ts';
import { SIMULATED_SEND_MS } from '#rules/plan.ts';
import type { AliasRow } from './client/alias-row.ts';
import { createAliasTable } from './client/alias-table.ts';
import { createAlias, type Creation, type CreationParts } from './client/create-alias.ts';
import {
  sendTestMail,
  type TestMailRequest,
  type TestMailOutcome,
} from './client/send-test-mail.ts';
import { log } from './log.ts';
import type { Visit } from './open-visit.ts';

export type Calls = {
  /** @throws CallFailed */
  lookUp: (email: string) => Promise<AliasRow | undefined>;
  /** Never throws. */
  create: (email: string) => Promise<Creation>;
  /** @throws CallFailed */
  save: (alias: AliasRow, active: boolean) => Promise<AliasRow>;
  /** Never throws. */
  send: (mail: TestMailRequest) => Promise<TestMailOutcome>;
};

export function createCalls(config: PageConfig, visit: Visit): Calls {
  const { ask, ticket, sessions } = visit;
  const confirmed = config.ownership === 'confirmed';
  const table = createAliasTable(config, ask);
  const [first, last] = config.numbers;
  const space = { domains: config.domains, numbers: { first, last } };
  const parts: CreationParts = {
    draw: () => drawAlias(space, Math.random, config.namesLeft),
    table: {
      exists: (alias, owner) => table.exists(alias, owner),
      insert: (owner, alias) => {
        ticket.make();
        return table.insert(owner, alias);
      },
    },
    confirmed,
    log,
  };
  /** Saves run one after another, so that the visitor's last choice is also stored last. */
  let lastSave: Promise<unknown> = Promise.resolve();
  return {
    lookUp: async (email) => {
      // The look-up must see the switch's latest state.
      await lastSave;
      return table.newestOf(canonicalAddress(email));
    },
    create: async (email) => {
      const creation = await createAlias(canonicalAddress(email), parts);
      // An alias made by its owner is confirmed from the start.
      if (
        confirmed &&
        creation.kind === 'created' &&
        sessions.kept()?.email !== creation.alias.real_email
      ) {
        void visit.letter(creation.alias.real_email);
      }
      return creation;
    },
    save: (alias, active) => {
      const saving = lastSave.then(() => table.setActive(alias, active));
      lastSave = saving.catch(() => undefined);
      return saving;
    },
    send: async (mail) => {
      // A simulated mail makes no call; it only takes its time.
      const outcome: Promise<TestMailOutcome> =
        config.testMail === 'live'
          ? sendTestMail(config, ask, mail)
          : Promise.resolve({ kind: 'delivered', receipt: undefined });
      // A quicker change could not be read.
      await new Promise((resolve) => setTimeout(resolve, SIMULATED_SEND_MS));
      return outcome;
    },
  };
}
