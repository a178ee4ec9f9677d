export type ReplyBody = 'replace' | 'refuse';

/** The address for a first message to someone. */
export type Written = { email: string; address: string };
