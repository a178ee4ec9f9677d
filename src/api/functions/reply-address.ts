/** `POST /functions/v1/reply-address`: the address at which an owner writes to someone who has not written yet. */

import type { Context } from 'hono';
import { readRealAddress } from '#domains/real-address.ts';
import { typedAddress } from '#rules/typed-address.ts';
import { domainOf } from '#rules/address.ts';
import { isOwnDomain, type OwnNames } from '#rules/own-domain.ts';
import { readMembers } from '../body.ts';
import type { Caller } from '../caller.ts';
import { CallRefused } from '../errors.ts';
import { type FunctionParts, ownedAlias } from './function-call.ts';

const BODY_OCTETS = 2048;

export async function replyAddressCall(c: Context, caller: Caller, parts: FunctionParts) {
  const { alias_id: id, email } = await readMembers(c, BODY_OCTETS);
  const { alias, owner } = await ownedAlias(parts.store, caller, id);
  const address = await replyAddressOf(parts, alias.alias_email, owner, email, owner);
  if (typeof address === 'string') return c.json({ address });
  c.header('Retry-After', String(address));
  const message = `Too many new people. Please wait ${address} seconds.`;
  throw new CallRefused(429, 'rate_limited', message);
}

/** The parts that make and limit reply addresses. */
export type ReplyAddressParts = OwnNames & Pick<FunctionParts, 'replies'>;

/**
 * @param owner the real address of the alias's owner @param email of the correspondent, as typed
 * @param refused an address to which the alias does not write; absent: none, as a refusal would reveal to the holder of
 * an API key that a guess at the owner's real address is right
 * @returns the address, or the whole seconds to wait before the owner may write to another person
 * @throws CallRefused
 */
export async function replyAddressOf(
  parts: ReplyAddressParts,
  aliasEmail: string,
  owner: string,
  email: unknown,
  refused?: string,
): Promise<string | number> {
  const { replies } = parts;
  if (replies === undefined) {
    throw new CallRefused(404, 'not_offered', 'Owners do not write through this service.');
  }
  const correspondent = typeof email === 'string' ? typedAddress(email) : '';
  if (!/.@./su.test(correspondent)) {
    throw new CallRefused(400, 'email_address_invalid', 'email must be an email address.');
  }
  const read = readRealAddress(correspondent)?.canonical;
  const address =
    read === undefined ? undefined : replies.addresses.sealed(aliasEmail, correspondent, false);
  if (read === undefined || address === undefined) {
    throw unwritable('The alias cannot write to this address: it is too long, or no mailbox.');
  }
  if (read === refused || isOwnDomain(domainOf(read), parts)) {
    throw unwritable('The address is the owner’s or one of this service.');
  }
  const wait = await replies.newCorrespondents.spend(owner, read);
  return wait === 0 ? address : wait;
}

const unwritable = (message: string) => new CallRefused(422, 'no_reply_address', message);
