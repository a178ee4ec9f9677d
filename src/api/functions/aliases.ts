/**
 * `/functions/v1/aliases`: an owner who may have several aliases lists them, makes one and notes something about one.
 * For everyone else the call does not exist.
 */

import type { Context } from 'hono';
import { labelOf, siteOf } from '#auth/aliases/alias-label.ts';
import { aliasOwner, type NoteWish, type OwnersAlias } from '#auth/aliases/many-aliases.ts';
import { MESSAGES } from '#rules/messages.ts';
import { LABEL_CHARACTERS } from '#rules/plan.ts';
import { isObject, readJson, readMembers } from '../body.ts';
import type { Caller } from '../caller.ts';
import { CallRefused, checkViolated, nothingHere } from '../errors.ts';
import { type FunctionParts, notFound } from './function-call.ts';

/** A label of 200 characters, each written as two escapes, and a URL. */
const BODY_OCTETS = 8192;

/** 200 `{most, aliases}`, newest first. */
export async function listAliasesCall(c: Context, caller: Caller, parts: FunctionParts) {
  const { many, owner } = await offered(caller, parts);
  const { most, aliases } = await many.list(owner);
  return c.json({ most, aliases: aliases.map(shown) });
}

/** 201 the alias; 403 `full`, 429 with Retry-After. */
export async function makeAliasCall(c: Context, caller: Caller, parts: FunctionParts) {
  const { many, owner } = await offered(caller, parts);
  const body = await readJson(c, BODY_OCTETS);
  if (!isObject(body)) throw checkViolated('The body must be a JSON object.');
  const made = await many.make(owner, textsIn(body));
  switch (made.kind) {
    case 'created':
      return c.json(shown(made.alias), 201);
    case 'full':
      throw new CallRefused(403, 'full', `You have ${made.has} of ${made.most} aliases.`);
    case 'too_soon': {
      c.header('Retry-After', String(made.seconds));
      const message = `Too many new aliases. Please wait ${made.seconds} seconds.`;
      throw new CallRefused(429, 'rate_limited', message);
    }
    case 'taken':
      throw new CallRefused(409, '23505', MESSAGES.noUniqueAlias);
    case 'not_owner':
      throw notFound();
  }
}

/** `{alias_id, label?, site?, pinned?}`: 200 the alias, 404 `not_found`. */
export async function noteAliasCall(c: Context, caller: Caller, parts: FunctionParts) {
  const { many, owner } = await offered(caller, parts);
  const { alias_id: id, pinned, ...texts } = await readMembers(c, BODY_OCTETS);
  if (typeof id !== 'string') throw notFound();
  if (pinned !== undefined && typeof pinned !== 'boolean') {
    throw checkViolated('pinned must be true or false.');
  }
  const wish: NoteWish = { ...textsIn(texts), ...(pinned !== undefined && { pinned }) };
  const alias = await many.change(owner, id, wish);
  if (alias === undefined) throw notFound();
  return c.json(shown(alias));
}

/** @throws CallRefused as if the call did not exist, for a caller who has at most one alias and may have no more */
async function offered({ signedIn }: Caller, { manyAliases: many }: FunctionParts) {
  const owner = signedIn && aliasOwner(signedIn.user);
  if (many === undefined || owner === undefined || !(await many.serves(owner))) {
    throw nothingHere();
  }
  return { many, owner };
}

/** @throws CallRefused */
function textsIn({ label, site }: Record<string, unknown>): Pick<NoteWish, 'label' | 'site'> {
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  const line = typeof label === 'string' ? labelOf(label) : '';
  if (!isText(label) || line === undefined) {
    throw checkViolated(`label must be a text of ${LABEL_CHARACTERS} characters at most.`);
  }
  if (!isText(site)) throw checkViolated('site must be a host or a URL.');
  return {
    ...(label !== undefined && { label: line }),
    ...(typeof site === 'string' && { site: siteOf(site) }),
  };
}

const shown = ({ refused: _refused, ...alias }: OwnersAlias) => alias;
