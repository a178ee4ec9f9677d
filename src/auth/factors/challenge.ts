/** The common parts of challenges for second factors and passkeys. */

/** The lifetime of a challenge in milliseconds. */
export const CHALLENGE_MS = 300_000;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a caller's text can be the id of a row of ours; any other text is not looked up. */
export const isId = (text: string) => UUID.test(text);
