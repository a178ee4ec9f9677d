/** Exit code of sysexits.h for a configuration that cannot be used. */
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

/** The system's error code, for example `EADDRINUSE`; empty if the error has none. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}
