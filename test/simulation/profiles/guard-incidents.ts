/** Draws the troubles of what keeps mail out, and what owners say about senders. */

import type { Chance } from '../chance.ts';
import { FILTER_TROUBLES, LIST_STATES } from '../faults.ts';
import type { Incident, MailPlan } from '../plan.ts';
import { MINUTE, SECOND } from '../world/world.ts';
import type { Profile } from './profile.ts';

/** `far`: the servers that incidents may befall, the first ones; `aliases`: the server of each. */
export type Size = {
  nodes: number;
  far: number;
  aliases: readonly number[];
  mails: readonly MailPlan[];
  span: number;
};

/** Makes incidents of one kind, of this mean number. */
type Make = (kind: string, mean: number, make: (chance: Chance) => Incident) => Incident[];

export function guardIncidentsOf(
  { guards, confirms = 0, meets = false }: Profile,
  { nodes, aliases, mails, span }: Size,
  made: Make,
): Incident[] {
  const { filters, lists, words, listStates, senderWords } = { ...NO_GUARDS, ...guards };
  const at = (chance: Chance) => Math.round(chance.random() * span);
  const node = (chance: Chance) => chance.whole(0, nodes - 1);
  const alias = (chance: Chance) => chance.whole(0, aliases.length - 1);
  /** People react to a message that has just arrived. @param share of the incidents */
  const cause = (chance: Chance, share: number) => {
    const mail = chance.happens(meets ? 1 : share)
      ? mails[chance.whole(0, mails.length - 1)]
      : undefined;
    return { mail, when: mail ? mail.at + Math.round(chance.about(5 * SECOND)) : at(chance) };
  };
  return [
    ...made('filter', filters, (chance) => {
      const { mail, when } = cause(chance, 0);
      // Messages that come all at once wait for it.
      const from = mail ? Math.max(0, mail.at - Math.round(chance.about(5 * SECOND))) : when;
      return {
        kind: 'filter',
        from,
        until: from + Math.round(chance.about(MINUTE)),
        how: chance.oneOf(FILTER_TROUBLES),
      };
    }),
    ...made('list', lists, (chance) => {
      const sender = chance.whole(0, 5);
      const { mail, when: from } = cause(chance, 0);
      return {
        kind: 'list',
        sender: mail?.sender ?? sender,
        from,
        until: from + Math.round(chance.about(MINUTE)),
        how: chance.oneOf(listStates),
      };
    }),
    ...made('confirm', confirms, (chance) => ({
      kind: 'senders',
      alias: alias(chance),
      at: at(chance),
      node: node(chance),
      word: 'confirm',
      sender: 0,
    })),
    ...made('senders of an alias', words, (chance) => {
      const { mail, when } = cause(chance, 0.5);
      return {
        kind: 'senders',
        alias: mail?.recipients[0] ?? alias(chance),
        at: when,
        node: node(chance),
        word: chance.oneOf(senderWords),
        sender: mail?.sender ?? chance.whole(0, 5),
      };
    }),
  ];
}

const NO_GUARDS = {
  filters: 0,
  lists: 0,
  words: 0,
  listStates: ['listed', 'listed', ...LIST_STATES],
  senderWords: ['known-only', 'known-only', 'anybody', 'let', 'block'],
} as const;
