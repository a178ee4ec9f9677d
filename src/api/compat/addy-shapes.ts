/** The responses that addy.io's clients read. */

import type { OwnersAlias } from '#auth/aliases/many-aliases.ts';

/** `2026-11-28 08:15:00`, UTC. */
export const addyTime = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

export function aliasShape(alias: OwnersAlias, userId: string) {
  const [local = '', domain = ''] = alias.alias_email.split('@');
  const made = addyTime(alias.created_at);
  return {
    id: alias.id,
    user_id: userId,
    aliasable_id: null,
    aliasable_type: null,
    local_part: local,
    extension: null,
    domain,
    email: alias.alias_email,
    active: alias.active,
    pinned: alias.pinned,
    description: alias.label || null,
    from_name: null,
    emails_forwarded: alias.delivered,
    emails_blocked: alias.refused,
    emails_replied: 0,
    emails_sent: 0,
    recipients: [],
    last_forwarded: alias.last === null ? null : addyTime(alias.last),
    last_blocked: null,
    last_replied: null,
    last_sent: null,
    created_at: made,
    updated_at: made,
    deleted_at: null,
  };
}

/** The one recipient of an owner. @param masked the real address, masked */
export const recipientShape = (userId: string, masked: string, madeAt: number, aliases: number) => {
  const made = addyTime(new Date(madeAt).toISOString());
  return {
    id: userId,
    user_id: userId,
    email: masked,
    can_reply_send: true,
    should_encrypt: false,
    fingerprint: null,
    aliases_count: aliases,
    email_verified_at: made,
    created_at: made,
    updated_at: made,
  };
};

/** One page of a list, with the links of Laravel. @param page from 1 @param at the address of a page */
export function pageShape<Item>(
  items: readonly Item[],
  page: number,
  size: number,
  at: (page: number) => string,
) {
  const last = Math.max(1, Math.ceil(items.length / size));
  return {
    data: items.slice((page - 1) * size, page * size),
    links: {
      first: at(1),
      last: at(last),
      prev: page > 1 ? at(Math.min(page - 1, last)) : null,
      next: page < last ? at(page + 1) : null,
    },
    meta: { current_page: page, last_page: last, per_page: size, total: items.length },
  };
}
