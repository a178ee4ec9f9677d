/** SimpleLogin's calls on an owner's aliases. */

import { cutLabel } from '#auth/aliases/alias-label.ts';
import type { AliasWish, OwnersAlias } from '#auth/aliases/many-aliases.ts';
import { aliasNumber } from '#rules/alias.ts';
import { maskedAddress } from '#rules/address.ts';
import { replyAddressOf } from '../functions/reply-address.ts';
import {
  type Body,
  flagMember,
  labelMember,
  numberQuery,
  readBody,
  siteQuery,
  textMember,
} from './input.ts';
import { type KeyCall, named, newlyMade, ownAliases } from './parts.ts';
import { ApiRefused, tooMany } from './refusal.ts';
import { aliasShape, contactShape } from './simplelogin-shapes.ts';

/** Aliases on one page of a list. */
const PAGE = 20;

/** `POST /api/alias/random/new[?hostname&mode]` `{note?}` */
export async function newRandomAlias(call: KeyCall): Promise<Response> {
  const { c } = call;
  const note = textMember(await readBody(c), 'note') ?? '';
  return made(call, { label: cutLabel(note), site: siteQuery(c) });
}

/** `POST /api/v2|v3/alias/custom/new` `{alias_prefix, signed_suffix, note?, name?, mailbox_ids?}` */
export async function newCustomAlias(call: KeyCall): Promise<Response> {
  const { c, owner, signedNames } = call;
  const body = await readBody(c);
  const prefix = textMember(body, 'alias_prefix');
  const note = textMember(body, 'note');
  textMember(body, 'name');
  refuseMailboxes(body);
  const signed = signedNames.read(textMember(body, 'signed_suffix') ?? '', owner.userId);
  if (signed.kind === 'old') {
    throw new ApiRefused(412, 'This suggestion is older than an hour. Load the suggestions again.');
  }
  if (signed.kind === 'foreign') {
    throw new ApiRefused(400, 'signed_suffix must be one of the suggestions of this server.');
  }
  // The typed prefix is only a label here: names are drawn, so that none of them reveals the site.
  const label = cutLabel([prefix, note].filter((text) => text?.trim()).join(' · '));
  const site = siteQuery(c);
  return made(call, { label, site, alias_email: signed.address });
}

/** `GET /api/v4|v5/alias/options?hostname` */
export async function aliasOptions(call: KeyCall): Promise<Response> {
  const { c, owner, aliases, signedNames, space } = call;
  const site = siteQuery(c);
  const { aliases: all, most } = await aliases.list(owner);
  // Never empty, and drawn even if no alias may be made: the extension does not draw its screen without a suffix.
  const names = space.domains.map((domain) => {
    const address = aliases.draw(domain);
    return { shown: ` → ${address}`, signed: signedNames.sign(address, owner.userId) };
  });
  const known = all.find((one) => one.active && site !== '' && one.site === site);
  return c.json({
    can_create: all.filter(({ confirmed }) => confirmed).length < most,
    // The extension accepts no other characters in it.
    prefix_suggestion: /^[\da-z._-]+$/.test(site) ? site : 'alias',
    suffixes: c.req.path.includes('/v4/')
      ? names.map(({ shown, signed }) => [shown, signed])
      : names.map(({ shown, signed }) => ({
          suffix: shown,
          signed_suffix: signed,
          is_custom: false,
          is_premium: false,
        })),
    ...(known && { recommendation: { alias: known.alias_email, hostname: site } }),
  });
}

/** `GET|POST /api/v2/aliases?page_id[&pinned|enabled|disabled]` `{query?}` */
export async function listAliases(call: KeyCall): Promise<Response> {
  const { c, owner } = call;
  const body = c.req.method === 'POST' ? await readBody(c) : {};
  const query = (textMember(body, 'query') ?? c.req.query('query') ?? '').toLowerCase();
  const page = numberQuery(c, 'page_id', { least: 0, most: 1e6, absent: 0 });
  // iOS sends the filters without a value.
  const has = (name: string) => c.req.query(name) !== undefined;
  const found = (await ownAliases(call))
    .filter((one) => named(one, query))
    .filter(({ active, pinned }) =>
      has('pinned') ? pinned : has('enabled') ? active : has('disabled') ? !active : true,
    )
    .toSorted((one, other) => Number(other.pinned) - Number(one.pinned));
  const masked = maskedAddress(owner.email);
  const shown = found.slice(page * PAGE, (page + 1) * PAGE);
  return c.json({ aliases: shown.map((one) => aliasShape(one, masked)) });
}

/** `GET /api/aliases/ID` */
export async function oneAlias(call: KeyCall): Promise<Response> {
  return call.c.json(aliasShape(await theirs(call), maskedAddress(call.owner.email)));
}

/** `POST /api/aliases/ID/toggle`, whatever its body. */
export async function toggleAlias(call: KeyCall): Promise<Response> {
  const { id, active } = await theirs(call);
  const changed = await call.aliases.switch(call.owner, id, !active);
  if (changed === undefined) throw notTheirs();
  return call.c.json({ enabled: changed.active });
}

/** `PUT|PATCH /api/aliases/ID` `{note?, pinned?}`; a display name and PGP are not offered and ignored. */
export async function changeAlias(call: KeyCall): Promise<Response> {
  const { c, owner, aliases } = call;
  const body = await readBody(c);
  refuseMailboxes(body);
  textMember(body, 'name');
  flagMember(body, 'disable_pgp');
  const label = labelMember(body, 'note');
  const pinned = flagMember(body, 'pinned');
  const { id } = await theirs(call);
  const changed = await aliases.change(owner, id, {
    ...(label !== undefined && { label }),
    ...(pinned !== undefined && { pinned }),
  });
  if (changed === undefined) throw notTheirs();
  return c.json({ ok: true });
}

/** `DELETE /api/aliases/ID` */
export async function deleteAlias(call: KeyCall): Promise<Response> {
  const { id } = await theirs(call);
  if (!(await call.aliases.remove(call.owner, id))) throw notTheirs();
  return call.c.json({ deleted: true });
}

/** `POST /api/aliases/ID/contacts` `{contact}`: the address at which the owner writes to someone as this alias. */
export async function newContact(call: KeyCall): Promise<Response> {
  const { c, owner, now, replies } = call;
  if (replies === undefined) throw new ApiRefused(403, 'Owners do not write through this service.');
  const contact = textMember(await readBody(c), 'contact') ?? '';
  const alias = await theirs(call);
  // Clients send `First Last <address>`.
  const [, address = contact] = /<([^<>]*)>\s*$/.exec(contact) ?? [];
  const reply = await replyAddressOf(call, alias.alias_email, owner.email, address);
  if (typeof reply === 'number') throw tooMany(c, reply);
  return c.json(contactShape(contact, reply, now()), 201);
}

async function made(call: KeyCall, wish: AliasWish): Promise<Response> {
  const { c, owner } = call;
  const alias = await newlyMade(call, wish, { full: 400, taken: 409 });
  return c.json(
    { alias: alias.alias_email, ...aliasShape(alias, maskedAddress(owner.email)) },
    201,
  );
}

/** For an alias of another owner, and for an unknown one: a key does not reveal which of the two. */
const notTheirs = () => new ApiRefused(403, 'Forbidden');

/** The alias with the number in the path. @throws ApiRefused */
async function theirs(call: KeyCall): Promise<OwnersAlias> {
  const number = Number(call.c.req.param('id'));
  const found = (await ownAliases(call)).filter((one) => aliasNumber(one.id) === number);
  const [alias] = found;
  // Two of them with one number: neither, rather than the wrong one.
  if (alias === undefined || found.length > 1) throw notTheirs();
  return alias;
}

/** @throws ApiRefused for a mailbox other than the owner's */
function refuseMailboxes({ mailbox_ids: ids, mailbox_id: id }: Body): void {
  const all = [
    ...(Array.isArray(ids) ? ids : ids == null ? [] : [ids]),
    ...(id == null ? [] : [id]),
  ];
  if (all.every((one) => one === 1)) return;
  throw new ApiRefused(400, 'The real address is not changed by an API key.', 'mailbox_ids');
}
