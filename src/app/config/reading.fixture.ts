/** Environments for the tests of the configuration. */

import assert from 'node:assert/strict';
import { type Config, readConfig } from './config.ts';
import { ConfigError } from './fault.ts';
import type { Environment } from './values.ts';

/** The configuration from a valid environment. */
export function configOf(env: Environment): Config {
  const config = readConfig(env);
  if (config instanceof ConfigError) assert.fail(config.message);
  return config;
}

/** The error sentence for an invalid environment. */
export function refusal(env: Environment): string {
  const error = readConfig(env);
  assert.ok(error instanceof ConfigError, `accepted ${JSON.stringify(env)}`);
  return error.message;
}
