/** Unsupported ways to sign in, in the words that applications match on. */

import { AuthRefused } from './refused.ts';

/** POST sso. */
export async function samlCall(): Promise<never> {
  throw new AuthRefused(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
}

/** POST token?grant_type=web3. */
export async function web3Grant(): Promise<never> {
  throw new AuthRefused(422, 'web3_provider_disabled', 'Web3 provider is disabled');
}

/** POST token?grant_type=id_token: a caller's ID token is not bound to one of our flows. */
export async function idTokenGrant(): Promise<never> {
  throw new AuthRefused(400, 'oauth_provider_not_supported', 'Bad ID token');
}
