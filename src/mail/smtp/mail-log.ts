/** Where the mail rooms write what happens; the shape of pino's methods. No address ever goes above debug level. */
export type Log = {
  debug(fields: object, event: string): void;
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
};
