/** The log of the store and the api; pino's loggers fit. It never receives an address or a secret. */
export type StoreLog = Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>;
