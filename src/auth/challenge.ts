/** The parts that challenges of second factors and of passkeys share. */

/** A challenge can be answered for so many milliseconds. */
export const CHALLENGE_MS = 300_000;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a caller's text can be the id of a row of ours; anything else is not looked up. */
export const isId = (text: string) => UUID.test(text);
