/** Errors that are one sentence for the operator, and their exit codes: most of these are from sysexits.h. */

/** The command failed, or its result is negative. */
export const EXIT_FAILURE = 1;

/** The command line is wrong. */
export const EXIT_USAGE = 64;

/** A required service does not respond. */
export const EXIT_UNAVAILABLE = 69;

/** The configuration cannot be used. */
export const EXIT_CONFIGURATION = 78;

/**
 * The reason why the service cannot start or continue. Its message is one sentence for the operator; the stack is not
 * shown.
 */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly exitCode: number;

  constructor(sentence: string, exitCode = EXIT_CONFIGURATION) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

/** A variable whose value cannot be used. Its message is one sentence for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  /** @param demand what is allowed, as it follows the variable's name: `must be on or off` */
  constructor(variable: string, demand: string) {
    super(`${variable} ${demand}.`);
  }
}

/** The system's error code, for example `EADDRINUSE`; empty if the error has none. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}
