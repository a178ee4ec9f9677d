/** GET authorize, GET user/identities/authorize: the way to an OpenID provider; DELETE user/identities/{identity_id}. */

import type { Context } from 'hono';
import { unlink } from '#auth/accounts/unlinking.ts';
import type { Facility } from '#auth/facility.ts';
import type { FlowRequest } from '#auth/providers/provider-flows.ts';
import type { ProviderSignIn } from '#auth/providers/provider-sign-in.ts';
import { isUuid } from '#store/storable.ts';
import type { AuthParts } from './auth-call.ts';
import { browserCookie, setBrowserCookie } from './wire/cookies.ts';
import { codeChallenge, type Fields, optionalText, readQuery } from './wire/fields.ts';
import { AuthRefused, invalid } from './wire/refused.ts';
import { demandSecondFactor } from './user.ts';

const NAMES = ['provider', 'redirect_to', 'scopes', 'code_challenge', 'code_challenge_method'];
const LINKING_NAMES = [...NAMES, 'skip_http_redirect'];

/** RFC 6749 section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const LONGEST_SCOPES = 1024;

/** GET authorize: a browser opens it directly, without a key. */
export async function authorizeCall(c: Context, parts: AuthParts): Promise<Response> {
  const fields = readQuery(c, NAMES);
  return c.redirect(await begun(c, parts, parts.providerSignIn, fields, null), 302);
}

/** GET user/identities/authorize: the identity is linked to the user of this session. */
export async function linkIdentityCall(c: Context, parts: AuthParts): Promise<Response> {
  const session = await parts.demand(c);
  const providers = demandProviders(parts);
  // As with a passkey: access to the mailbox alone must not be enough to add a way to sign in.
  await demandSecondFactor(parts, session, 403);
  const fields = readQuery(c, LINKING_NAMES);
  const linking = { sessionId: session.id };
  const url = await begun(c, parts, providers, fields, linking);
  return fields.skip_http_redirect === 'true' ? c.json({ url }) : c.redirect(url, 302);
}

/** DELETE user/identities/{identity_id}. */
export async function unlinkIdentityCall(c: Context, parts: AuthParts): Promise<Response> {
  const session = await parts.demand(c);
  demandProviders(parts);
  const id = (c.req.param('id') ?? '').toLowerCase();
  if (!isUuid(id)) {
    throw new AuthRefused(404, 'validation_failed', 'identity_id must be an UUID');
  }
  await demandSecondFactor(parts, session, 403);
  switch (await unlink(parts, session.userId, id)) {
    case 'unlinked':
      return c.json({});
    case 'single':
      throw notDeleted(
        'single_identity_not_deletable',
        'User must have at least 1 identity after unlinking',
      );
    case 'unknown':
      throw notDeleted('identity_not_found', "Identity doesn't exist");
    case 'conflict':
      throw notDeleted(
        'email_conflict_identity_not_deletable',
        'Unable to unlink identity due to email conflict',
      );
  }
}

const notDeleted = (code: string, message: string) => new AuthRefused(422, code, message);

/** @throws AuthRefused if there is nothing to link */
function demandProviders({ providerSignIn }: Facility): ProviderSignIn {
  if (providerSignIn !== undefined) return providerSignIn;
  throw new AuthRefused(404, 'manual_linking_disabled', 'Manual linking is disabled');
}

async function begun(
  c: Context,
  { redirects, publicUrl }: Facility,
  providers: ProviderSignIn | undefined,
  fields: Fields,
  linking: FlowRequest['linking'],
): Promise<string> {
  const provider = optionalText(fields, 'provider', 64);
  if (provider === undefined || !providers?.names.includes(provider)) {
    throw invalid('Unsupported provider: provider is not enabled');
  }
  const { redirect_to: wanted } = fields;
  const flow = await providers.begin({
    provider,
    scopes: scopes(fields),
    redirectTo: redirects.allowed(typeof wanted === 'string' ? wanted : undefined),
    challenge: codeChallenge(fields),
    linking,
    browser: browserCookie(c, publicUrl),
  });
  if (flow === undefined) {
    throw new AuthRefused(503, 'unexpected_failure', 'The provider cannot be asked now.');
  }
  setBrowserCookie(c, publicUrl, flow.browser);
  return flow.address;
}

function scopes(fields: Fields): string[] {
  const all = (optionalText(fields, 'scopes', LONGEST_SCOPES) ?? '').split(' ').filter(Boolean);
  if (all.every((scope) => SCOPE.test(scope))) return all;
  throw invalid('scopes must be scopes of RFC 6749 section 3.3, separated by spaces.');
}
