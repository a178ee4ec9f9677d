/** Environments for the tests of the configuration. */

import assert from 'node:assert/strict';
import { type Config, readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './values.ts';

/** The configuration of an environment that is right. */
export function configOf(env: Environment): Config {
  const config = readConfig(env);
  if (config instanceof ConfigError) assert.fail(config.message);
  return config;
}

/** The sentence for an environment that is wrong. */
export function refusal(env: Record<string, string>): string {
  const error = readConfig(env);
  assert.ok(error instanceof ConfigError, `accepted ${JSON.stringify(env)}`);
  return error.message;
}
