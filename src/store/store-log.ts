/** Where the store and the api report what an operator should know; pino's loggers fit. Never an address, never a secret. */
export type StoreLog = Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>;
