/**
 * The responses that SimpleLogin's clients read. Its iOS app drops a whole response for one missing member; its Android
 * app reads ids as 32-bit numbers.
 */

import type { OwnersAlias } from '#auth/aliases/many-aliases.ts';
import { aliasNumber } from '#rules/alias.ts';

/** The one mailbox of an owner. @param masked the real address, masked */
const mailbox = (masked: string) => ({ id: 1, email: masked });

export const mailboxShape = (masked: string, madeAt: number, aliases: number) => ({
  ...mailbox(masked),
  default: true,
  verified: true,
  creation_timestamp: Math.floor(madeAt / 1000),
  nb_alias: aliases,
});

/** @param masked the owner's real address, masked */
export const aliasShape = (alias: OwnersAlias, masked: string) => ({
  id: aliasNumber(alias.id),
  email: alias.alias_email,
  name: null,
  enabled: alias.active,
  creation_date: alias.created_at,
  creation_timestamp: Math.floor(Date.parse(alias.created_at) / 1000),
  note: alias.label || null,
  nb_block: alias.refused,
  nb_forward: alias.delivered,
  nb_reply: 0,
  support_pgp: false,
  disable_pgp: false,
  mailbox: mailbox(masked),
  mailboxes: [mailbox(masked)],
  latest_activity: null,
  pinned: alias.pinned,
});

/** @param address the reply address of the correspondent */
export const contactShape = (contact: string, address: string, now: number) => ({
  id: 1,
  contact,
  creation_date: new Date(now).toISOString(),
  creation_timestamp: Math.floor(now / 1000),
  last_email_sent_date: null,
  last_email_sent_timestamp: null,
  reverse_alias: address,
  reverse_alias_address: address,
  existed: false,
  block_forward: false,
});
