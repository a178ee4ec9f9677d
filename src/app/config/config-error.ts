/** A variable whose value cannot be used. Its message is one sentence for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly variable: string;

  /** @param demand what is allowed, as it follows the variable's name: `must be on or off` */
  constructor(variable: string, demand: string) {
    super(`${variable} ${demand}.`);
    this.variable = variable;
  }
}
