/** `GET` and `POST /functions/v1/senders`: the senders that an owner lets in or blocks. */

import type { Context } from 'hono';
import { isSender, type SenderNames } from '#mail/senders/sender-names.ts';
import { MOST_RULES } from '#rules/senders.ts';
import type { OwnersRule } from '#store/owners/sender-store.ts';
import { readMembers } from '../body.ts';
import type { Caller } from '../caller.ts';
import { CallRefused, checkViolated } from '../errors.ts';
import { type FunctionParts, ownedAlias } from './function-call.ts';

const BODY_OCTETS = 512;

/** The rules of an owner, newest first. */
export async function sendersCall(
  c: Context,
  caller: Caller,
  { store, senderNames }: FunctionParts,
) {
  const names = offered(senderNames);
  const { alias } = await ownedAlias(store, caller, c.req.query('alias_id'));
  const rules = (await store.senders.of(alias.id)).flatMap(({ sender, rule, name, at }) =>
    rule === 'let' || rule === 'blocked'
      ? {
          sender,
          rule,
          name: name === null ? null : (names.open(alias.id, name) ?? null),
          at: new Date(at).toISOString(),
        }
      : [],
  );
  return c.json({ senders: rules });
}

/** One rule, or its end. A sender is named by the MAC that the owner has seen: no one can try names through this. */
export async function changeSenderCall(c: Context, caller: Caller, parts: FunctionParts) {
  const { store, switched, now } = parts;
  const names = offered(parts.senderNames);
  const { alias_id: id, sender, rule } = await readMembers(c, BODY_OCTETS);
  const { alias } = await ownedAlias(store, caller, id);
  if (rule !== 'let' && rule !== 'block' && rule !== 'forget') {
    throw checkViolated('rule must be let, block or forget.');
  }
  if (!isSender(sender)) throw unknownSender();
  const name = await nameOf(parts, names, alias.id, sender);
  const changed = await store.senders.setRule(
    alias.id,
    name === undefined ? [sender] : [...new Set([...names.underEach(alias.id, name), sender])],
    ruleOf(rule, name && names.seal(alias.id, name)),
    now(),
  );
  if (!changed) {
    const message = `There are ${MOST_RULES} rules already: undo one first.`;
    throw new CallRefused(422, 'too_many_rules', message);
  }
  switched(alias);
  return c.json({});
}

/**
 * @param name sealed; undefined: an earlier secret has sealed it, and the rule can only be removed @throws CallRefused
 */
function ruleOf(rule: 'let' | 'block' | 'forget', name: string | undefined): OwnersRule {
  if (rule === 'forget') return 'none';
  if (name === undefined) throw unknownSender();
  return { rule: rule === 'let' ? 'let' : 'blocked', name };
}

/**
 * The name of a MAC that the owner has seen: in the rules, among the last arrivals, or in the history.
 * @returns undefined if no accepted secret has sealed it @throws CallRefused if it was never shown
 */
async function nameOf(
  { store, lastArrivals, writeHistory }: FunctionParts,
  names: SenderNames,
  aliasId: string,
  sender: string,
): Promise<string | undefined> {
  const of = (name: string) => names.underEach(aliasId, name).includes(sender);
  const arrived = lastArrivals(aliasId).find(({ author }) => author !== undefined && of(author));
  if (arrived !== undefined) return arrived.author;
  await writeHistory();
  const kept = await store.senders.of(aliasId);
  for (const { name } of [...kept, ...(await store.history.of(aliasId)).events]) {
    const opened = name && names.open(aliasId, name);
    if (opened && of(opened)) return opened;
  }
  if (kept.some((row) => row.sender === sender)) return undefined;
  throw unknownSender();
}

const unknownSender = () => new CallRefused(404, 'not_found', 'There is no such sender.');

/** @throws CallRefused */
function offered(names: SenderNames | undefined): SenderNames {
  if (names !== undefined) return names;
  throw new CallRefused(404, 'not_offered', 'Senders are not known at this service.');
}
