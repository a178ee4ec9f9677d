/** A whole reply of an owner over sockets, with the fake DNS and the fake next hop in this process. */

import { answering, ownersMail, toAll } from '#support/answering.ts';
import { hand, REAL } from '#support/forwarding.ts';
import type { After } from '#support/temp-folder.ts';
import type { CostRow, Work } from './work.ts';

const MANY = 500;

export const reply: CostRow = async (after) => ({
  'a reply of an owner with one alias': await repliesOf(1, after),
  [`a reply of an owner with ${MANY} aliases`]: await repliesOf(MANY, after),
});

/** @param aliases that the owner has */
async function repliesOf(aliases: number, after: After): Promise<Work> {
  const way = await answering({ after }, { limits: false });
  for (let number = 1; number < aliases; number += 1) {
    await way.alias(`alias-${1_000_000_000 + number}@alias.test`, REAL);
  }
  const recipients = await way.written();
  const mail = await ownersMail({ header: toAll(recipients) });
  return async () => {
    const client = await way.client();
    const verdict = await hand(client, recipients, mail, REAL);
    await way.finish(client);
    if (!verdict.startsWith('250')) throw new Error(`a reply was answered ${verdict}`);
    way.hop.messages.length = 0;
  };
}
