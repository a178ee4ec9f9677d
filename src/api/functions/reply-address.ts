/** `POST /functions/v1/reply-address`: the address at which an owner writes to somebody who has not written yet. */

import type { Context } from 'hono';
import { readRealAddress } from '#domains/real-address.ts';
import { typedAddress } from '#rules/typed-address.ts';
import { domainOf } from '#rules/address.ts';
import { isOwnDomain } from '#rules/own-domain.ts';
import { isObject, readJson } from '../body.ts';
import type { Caller } from '../caller.ts';
import { CallRefused } from '../errors.ts';
import type { FunctionParts } from './function-call.ts';
import { ownedAlias } from './owned-alias.ts';

const BODY_OCTETS = 2048;

export async function replyAddressCall(c: Context, caller: Caller, parts: FunctionParts) {
  const { store, replies } = parts;
  if (replies === undefined) {
    throw new CallRefused(404, 'not_offered', 'Owners do not write through this service.');
  }
  const body = await readJson(c, BODY_OCTETS);
  const { alias_id: id, email } = isObject(body) ? body : {};
  const { alias, owner } = await ownedAlias(store, caller, id);
  const correspondent = typeof email === 'string' ? typedAddress(email) : '';
  if (!/.@./su.test(correspondent)) {
    throw new CallRefused(400, 'email_address_invalid', 'email must be an e-mail address.');
  }
  const read = readRealAddress(correspondent)?.canonical;
  const address =
    read === undefined
      ? undefined
      : replies.addresses.sealed(alias.alias_email, correspondent, false);
  if (read === undefined || address === undefined) {
    throw unwritable('The alias cannot write to this address: it is too long, or no mailbox.');
  }
  if (read === owner || isOwnDomain(domainOf(read), parts)) {
    throw unwritable('The address is the owner’s or one of this service.');
  }
  const wait = (await replies.newCorrespondents?.spend(owner, read)) ?? 0;
  if (wait === 0) return c.json({ address });
  c.header('Retry-After', String(wait));
  const message = `Too many new people. Please wait ${wait} seconds.`;
  throw new CallRefused(429, 'rate_limited', message);
}

const unwritable = (message: string) => new CallRefused(422, 'no_reply_address', message);
