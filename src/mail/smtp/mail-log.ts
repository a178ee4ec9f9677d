/** The log of src/mail, with the interface of pino's methods. Addresses are written at debug level only. */
export type MailLog = {
  debug(fields: object, event: string): void;
  info(fields: object, event: string): void;
  warn(fields: object, event: string): void;
};
