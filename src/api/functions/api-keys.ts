/** `GET`, `POST` and `DELETE /functions/v1/api-keys`: the programs that may use an owner's aliases. */

import type { Context } from 'hono';
import { aliasOwner } from '#auth/aliases/many-aliases.ts';
import { API_KEY_NAME_LENGTH, API_KEY_SCOPES, MOST_API_KEYS } from '#rules/api-key.ts';
import type { ApiKey } from '#store/sessions/api-keys.ts';
import { demandSecondFactor } from '../auth/user.ts';
import { readMembers } from '../body.ts';
import { type Caller, sessionEnded } from '../caller.ts';
import { CallRefused, checkViolated, nothingHere } from '../errors.ts';
import type { FunctionParts } from './function-call.ts';

const BODY_OCTETS = 1024;

/** Oldest first, without the keys themselves. */
export async function apiKeysCall(c: Context, caller: Caller, parts: FunctionParts) {
  const { user } = await keeper(caller, parts);
  const keys = await parts.facility.apiKeys.of(user.id);
  return c.json({ keys: keys.map(shape) });
}

/** `{name, scope}`: only this response shows the key. A session of a user with a second factor must have shown it. */
export async function newApiKeyCall(c: Context, caller: Caller, parts: FunctionParts) {
  const { user, session, mayMake } = await keeper(caller, parts);
  await demandSecondFactor(parts.facility, session, 403);
  if (!mayMake)
    throw new CallRefused(403, 'no_alias', 'An API key needs an alias: make one first.');
  const given = await readMembers(c, BODY_OCTETS);
  const name = typeof given.name === 'string' ? given.name.trim() : '';
  // One line: no control character reaches a list or a log.
  if (name === '' || Array.from(name).length > API_KEY_NAME_LENGTH || /\p{Cc}/u.test(name)) {
    throw checkViolated(`name must have 1 to ${API_KEY_NAME_LENGTH} characters.`);
  }
  const scope = API_KEY_SCOPES.find((one) => one === given.scope);
  if (scope === undefined) throw checkViolated(`scope must be ${API_KEY_SCOPES.join(', ')}.`);
  const made = await parts.facility.apiKeys.make(user, session, { name, scope });
  if (made === 'session_ended') throw sessionEnded();
  if (made === 'too_many') {
    const message = `There are ${MOST_API_KEYS} keys already: revoke one first.`;
    throw new CallRefused(422, 'too_many_api_keys', message);
  }
  return c.json({ ...shape(made.entry), key: made.key }, 201);
}

/** `?id=`: the key ends with its next call. */
export async function revokeApiKeyCall(c: Context, caller: Caller, parts: FunctionParts) {
  const { user } = await keeper(caller, parts);
  const id = c.req.query('id')?.toLowerCase() ?? '';
  if (!(await parts.facility.apiKeys.revoke(user.id, id))) {
    throw new CallRefused(404, 'not_found', 'There is no such key.');
  }
  return c.json({});
}

/** A session of someone who may have keys. @throws CallRefused for anyone else, as if the call did not exist */
async function keeper({ signedIn }: Caller, { manyAliases: many, facility }: FunctionParts) {
  if (many === undefined || signedIn === undefined) throw nothingHere();
  const owner = aliasOwner(signedIn.user);
  if (owner === undefined) throw nothingHere();
  if (!(await many.isOffered()) && !(await facility.apiKeys.any())) throw nothingHere();
  const { most, aliases } = await many.list(owner);
  // An owner whose limit has become smaller keeps the list, and can revoke.
  const mayMake = most > 1 || aliases.some(({ confirmed }) => confirmed);
  return { user: signedIn.user, session: signedIn.session, mayMake };
}

/** Times are ISO 8601, UTC; of the last use only the day is stored. */
const shape = ({ id, name, scope, madeAt, usedAt }: ApiKey) => ({
  id,
  name,
  scope,
  made_at: new Date(madeAt).toISOString(),
  used_on: usedAt === null ? null : new Date(usedAt).toISOString().slice(0, 10),
});
