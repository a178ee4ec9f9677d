/** API keys of owners: what a key may do, shared by the calls and the screen. */

/** Each scope includes the ones before it: make aliases; also list and change them; also delete them. */
export const API_KEY_SCOPES = ['create', 'manage', 'delete'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Whether a key of this scope may make a call that requires the other scope. */
export const includesScope = (scope: ApiKeyScope, needed: ApiKeyScope): boolean =>
  API_KEY_SCOPES.indexOf(scope) >= API_KEY_SCOPES.indexOf(needed);

/** Most keys of one person. */
export const MOST_API_KEYS = 10;

/** Characters of a key's name. */
export const API_KEY_NAME_LENGTH = 60;
