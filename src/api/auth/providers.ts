/** The way to an OpenID provider and back: authorize, callback, and the identities of a user. */

import type { Context } from 'hono';
import { unlink } from '#auth/accounts/unlinking.ts';
import type { Facility } from '#auth/facility.ts';
import type { FlowRequest } from '#auth/providers/provider-flows.ts';
import type { Finished, ProviderSignIn, SignInError } from '#auth/providers/provider-sign-in.ts';
import { withFragment, withQuery } from '#auth/redirects.ts';
import { isUuid } from '#store/storable.ts';
import type { AuthParts } from './auth-call.ts';
import { browserCookie, setBrowserCookie } from './wire/cookies.ts';
import { codeChallenge, type Fields, optionalText, readQuery } from './wire/fields.ts';
import { AuthRefused, invalid } from './wire/refused.ts';
import { sessionFragment } from './wire/shapes.ts';
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

/** RFC 6749 section 4.1.2.1, with our own text for the person; never the provider's words. */
const ERRORS: Record<SignInError, [error: string, description: string]> = {
  bad_oauth_state: ['invalid_request', 'OAuth state is invalid or has expired'],
  flow_state_already_used: ['invalid_request', 'This sign-in was finished before'],
  access_denied: ['access_denied', 'The sign-in was refused at the provider'],
  bad_oauth_callback: ['invalid_request', 'The provider has not proven who signed in'],
  provider_email_needs_verification: [
    'access_denied',
    'Sign in with your email address first, then link this provider',
  ],
  identity_already_exists: ['access_denied', 'Identity is already linked to a user'],
  session_not_found: ['access_denied', 'The session has ended'],
  unexpected_failure: ['temporarily_unavailable', 'The provider does not answer'],
};

/** GET callback: a browser comes back from a provider, and is redirected to the sign-in's destination. */
export async function callbackCall(
  c: Context,
  { providerSignIn, publicUrl }: AuthParts,
): Promise<Response> {
  const fields = readQuery(c, ['state', 'code', 'iss', 'error']);
  const state = optionalText(fields, 'state') ?? '';
  const [code, iss, error] = ['code', 'iss', 'error'].map((name) => optionalText(fields, name));
  const browser = browserCookie(c, publicUrl);
  const finished = await providerSignIn?.finish({ state, code, iss, error, browser });
  return c.redirect(destination(finished ?? NOWHERE, publicUrl), 303);
}

const NOWHERE: Finished = {
  redirectTo: null,
  outcome: { kind: 'refused', error: 'bad_oauth_state' },
};

function destination({ redirectTo, outcome }: Finished, site: string): string {
  const to = redirectTo ?? site;
  switch (outcome.kind) {
    case 'code':
      return withQuery(to, { code: outcome.code });
    case 'session':
      return withFragment(to, sessionFragment(outcome.answer));
    case 'refused': {
      const [error, description] = ERRORS[outcome.error];
      const all = { error, error_code: outcome.error, error_description: description };
      // Servers read the query, pages the fragment: GoTrue fills both.
      return withFragment(withQuery(to, all), all);
    }
  }
}
