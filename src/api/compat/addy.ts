/** addy.io's calls on an owner's aliases. */

import { cutLabel } from '#auth/aliases/alias-label.ts';
import type { OwnersAlias } from '#auth/aliases/many-aliases.ts';
import { maskedAddress } from '#rules/address.ts';
import { addyTime, aliasShape, pageShape, recipientShape } from './addy-shapes.ts';
import { labelMember, numberQuery, readBody, textMember } from './input.ts';
import { type KeyCall, named, newlyMade, ownAliases } from './parts.ts';
import { ApiRefused, wrongMember } from './refusal.ts';

const PAGE = 100;

/** `POST /api/v1/aliases` `{domain, description?, format?, recipient_ids?, local_part?}` */
export async function newAlias(call: KeyCall): Promise<Response> {
  const { c, owner, space } = call;
  const body = await readBody(c);
  const domain = textMember(body, 'domain')?.toLowerCase();
  if (domain === undefined || !space.domains.includes(domain)) {
    throw wrongMember('domain', `must be ${space.domains.join(' or ')}.`);
  }
  if (textMember(body, 'format') === 'custom') {
    throw wrongMember('format', 'custom is not offered: names are drawn.');
  }
  textMember(body, 'local_part');
  const ids = body.recipient_ids ?? [];
  if (!Array.isArray(ids) || ids.some((id) => id !== owner.userId)) {
    throw wrongMember('recipient_ids', 'may name your own address alone.');
  }
  const label = cutLabel(textMember(body, 'description') ?? '');
  const alias = await newlyMade(call, { label, domain }, { full: 403, taken: 422 });
  return c.json({ data: aliasShape(alias, owner.userId) }, 201);
}

/** `GET /api/v1/aliases?filter[...]&sort&page[number]&page[size]` */
export async function listAliases(call: KeyCall): Promise<Response> {
  const { c, owner, publicUrl } = call;
  const filter = (name: string) => c.req.query(`filter[${name}]`) ?? '';
  const search = filter('search').toLowerCase();
  const page = numberQuery(c, 'page[number]', { least: 1, most: 1e6, absent: 1 });
  const size = numberQuery(c, 'page[size]', { least: 1, most: PAGE, absent: PAGE });
  // A deleted alias is gone permanently.
  const all = filter('deleted') === 'only' ? [] : await ownAliases(call);
  const found = all
    .filter((one) => named(one, search))
    .filter(({ active }) => isWanted(filter('active'), active))
    .filter(({ pinned }) => isWanted(filter('pinned'), pinned));
  // Each page's address has the filters of this one, for programs that follow the links.
  const at = (number: number) => {
    const query = { ...c.req.query(), 'page[number]': `${number}`, 'page[size]': `${size}` };
    return `${publicUrl}/api/v1/aliases?${new URLSearchParams(query).toString()}`;
  };
  const shown = sorted(found, c.req.query('sort') ?? '').map((one) =>
    aliasShape(one, owner.userId),
  );
  return c.json(pageShape(shown, page, size, at));
}

/** `GET /api/v1/aliases/UUID` */
export async function oneAlias(call: KeyCall): Promise<Response> {
  return call.c.json({
    data: aliasShape(await theirs(call, call.c.req.param('id')), call.owner.userId),
  });
}

/** `PATCH /api/v1/aliases/UUID` `{description?}` */
export async function changeAlias(call: KeyCall): Promise<Response> {
  const { c, owner, aliases } = call;
  const body = await readBody(c);
  const label = labelMember(body, 'description');
  textMember(body, 'from_name');
  const { id } = await theirs(call, c.req.param('id'));
  return answered(call, await aliases.change(owner, id, { ...(label !== undefined && { label }) }));
}

/** `DELETE /api/v1/aliases/UUID` */
export async function deleteAlias(call: KeyCall): Promise<Response> {
  const { id } = await theirs(call, call.c.req.param('id'));
  if (!(await call.aliases.remove(call.owner, id))) throw notTheirs();
  return call.c.body(null, 204);
}

/** `DELETE /api/v1/aliases/UUID/forget`: the extension calls it after a deletion, too. */
export async function forgetAlias(call: KeyCall): Promise<Response> {
  const { c, owner, aliases } = call;
  await aliases.remove(owner, c.req.param('id') ?? '');
  return c.body(null, 204);
}

/** `POST /api/v1/active-aliases` `{id}` and `DELETE .../UUID` */
export const activateAlias = (call: KeyCall) => switched(call, true);
export const deactivateAlias = (call: KeyCall) => switched(call, false);

/** `POST /api/v1/pinned-aliases` `{id}` and `DELETE .../UUID` */
export const pinAlias = (call: KeyCall) => pin(call, true);
export const unpinAlias = (call: KeyCall) => pin(call, false);

/** `GET /api/v1/domain-options` */
export async function domainOptions({ c, space }: KeyCall): Promise<Response> {
  const { domains } = space;
  return c.json({
    data: domains,
    sharedDomains: domains,
    defaultAliasDomain: domains[0],
    defaultAliasFormat: 'random_characters',
  });
}

/** `GET /api/v1/recipients` */
export async function recipients(call: KeyCall): Promise<Response> {
  const { user, email } = call.owner;
  const all = (await ownAliases(call)).length;
  const madeAt = user.confirmedAt ?? user.createdAt;
  return call.c.json({ data: [recipientShape(user.id, maskedAddress(email), madeAt, all)] });
}

/** `GET /api/v1/api-token-details` */
export const tokenDetails = async ({ c, owner: { key } }: KeyCall): Promise<Response> =>
  c.json({
    name: key.name,
    created_at: addyTime(new Date(key.madeAt).toISOString()),
    expires_at: null,
  });

/** For both ways to name the alias: a body to switch on, the path to switch off. */
async function idOf({ c }: KeyCall, isOn: boolean): Promise<string | undefined> {
  return isOn ? textMember(await readBody(c), 'id') : c.req.param('id');
}

async function switched(call: KeyCall, active: boolean): Promise<Response> {
  const { id } = await theirs(call, await idOf(call, active));
  const changed = await call.aliases.switch(call.owner, id, active);
  return active ? answered(call, changed) : emptied(call, changed);
}

async function pin(call: KeyCall, isPinned: boolean): Promise<Response> {
  const { id } = await theirs(call, await idOf(call, isPinned));
  const changed = await call.aliases.change(call.owner, id, { pinned: isPinned });
  return isPinned ? answered(call, changed) : emptied(call, changed);
}

function answered({ c, owner }: KeyCall, changed: OwnersAlias | undefined): Response {
  if (changed === undefined) throw notTheirs();
  return c.json({ data: aliasShape(changed, owner.userId) });
}

/** The extension only accepts 204 for what it switched off. */
function emptied({ c }: KeyCall, changed: OwnersAlias | undefined): Response {
  if (changed === undefined) throw notTheirs();
  return c.body(null, 204);
}

/** For an alias of another owner, and for an unknown one: a key does not reveal which of the two. */
const notTheirs = () => new ApiRefused(404, 'There is no such alias.');

/** @throws ApiRefused */
async function theirs({ owner, aliases }: KeyCall, id: string | undefined): Promise<OwnersAlias> {
  const found = id === undefined ? undefined : await aliases.find(owner, id);
  if (found === undefined) throw notTheirs();
  return found;
}

/** `true` and `false`, and all their synonyms. */
const isWanted = (wanted: string, is: boolean): boolean =>
  (wanted !== 'true' && wanted !== 'false') || String(is) === wanted;

/** By any of addy.io's words, `-` for descending; an unknown one is the creation time. */
function sorted(all: readonly OwnersAlias[], sort: string): readonly OwnersAlias[] {
  const [, sign = '', word = ''] = /^(-?)(\w*)$/.exec(sort) ?? [];
  const value = SORTED.get(word) ?? made;
  // Without a word the newest is first, as in addy.io.
  const up = sort === '' || sign === '-' ? -1 : 1;
  return all.toSorted((one, other) => up * compare(value(one), value(other)));
}

const made = (one: OwnersAlias) => Date.parse(one.created_at);

const SORTED = new Map<string, (one: OwnersAlias) => string | number>([
  ['local_part', (one) => one.alias_email],
  ['email', (one) => one.alias_email],
  ['domain', (one) => one.alias_email.slice(one.alias_email.indexOf('@'))],
  ['emails_forwarded', (one) => one.delivered],
  ['emails_blocked', (one) => one.refused],
  ['last_forwarded', (one) => one.last ?? ''],
  ['active', (one) => Number(one.active)],
  ['pinned', (one) => Number(one.pinned)],
  ['description', (one) => one.label ?? ''],
]);

const compare = (one: string | number, other: string | number): number =>
  Number(one > other) - Number(one < other);
