/** SimpleLogin's calls on the account: what its clients show beside the aliases, and what no key may do. */

import { maskedAddress } from '#rules/address.ts';
import { type KeyCall, ownAliases } from './parts.ts';
import { ApiRefused } from './refusal.ts';
import { mailboxShape } from './simplelogin-shapes.ts';

/** `GET /api/user_info` */
export async function userInfo({ c, owner, aliases, replies }: KeyCall): Promise<Response> {
  return c.json({
    name: '',
    email: maskedAddress(owner.email),
    is_premium: true,
    in_trial: false,
    trial_end_timestamp: null,
    profile_picture_url: null,
    max_alias_free_plan: await aliases.most(owner),
    connected_proton_address: null,
    can_create_reverse_alias: replies !== undefined,
  });
}

/** `GET /api/mailboxes` and `/api/v2/mailboxes` */
export async function mailboxes(call: KeyCall): Promise<Response> {
  const { c, owner } = call;
  const all = (await ownAliases(call)).length;
  const { createdAt, confirmedAt } = owner.user;
  const one = mailboxShape(maskedAddress(owner.email), confirmedAt ?? createdAt, all);
  return c.json({ mailboxes: [one] });
}

/** `GET /api/stats`: of the recorded days. */
export async function stats(call: KeyCall): Promise<Response> {
  const all = await ownAliases(call);
  const sum = (of: 'delivered' | 'refused') => all.reduce((total, one) => total + one[of], 0);
  return call.c.json({
    nb_alias: all.length,
    nb_forward: sum('delivered'),
    nb_reply: 0,
    nb_block: sum('refused'),
  });
}

/** `GET /api/setting` */
export const setting = async ({ c, space }: KeyCall): Promise<Response> =>
  c.json({
    notification: false,
    alias_generator: 'uuid',
    random_alias_default_domain: space.domains[0],
    random_alias_suffix: 'random_string',
    sender_format: 'AT',
  });

/** `GET /api/v2/setting/domains` */
export const settingDomains = async ({ c, space }: KeyCall): Promise<Response> =>
  c.json(space.domains.map((domain) => ({ domain, is_custom: false })));

/**
 * Responses that are the same for every owner: history and correspondents are not for keys, and own domains do not
 * exist.
 */
const fixed =
  (body: object) =>
  async ({ c }: KeyCall): Promise<Response> =>
    c.json(body);

export const noActivities = fixed({ activities: [] });
export const noContacts = fixed({ contacts: [] });
export const noCustomDomains = fixed({ custom_domains: [] });
export const noNotifications = fixed({ more: false, notifications: [] });

/** `GET /api/logout` ends nothing: a key ends on the owner's page. */
export const logout = async ({ c, publicUrl }: KeyCall): Promise<Response> =>
  c.json({ msg: `Signed out here. Revoke the API key on ${publicUrl}.` });

/** What no key may do: sessions, further keys, mailboxes, settings, export. @throws ApiRefused */
export async function notForKeys({ publicUrl }: KeyCall): Promise<never> {
  throw new ApiRefused(403, `An API key may not do that. Sign in on ${publicUrl}.`);
}
