/** GET callback: a browser comes back from an OpenID provider, and is redirected to the sign-in's destination. */

import type { Context } from 'hono';
import type { Finished, SignInError } from '#auth/providers/provider-sign-in.ts';
import { withFragment, withQuery } from '#auth/redirects.ts';
import type { AuthParts } from './auth-call.ts';
import { browserCookie } from './wire/cookies.ts';
import { optionalText, readQuery } from './wire/fields.ts';
import { sessionFragment } from './wire/shapes.ts';

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
