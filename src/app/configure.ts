import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, readConfig, settingNames } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { type UnknownName, unknownNames } from './config/unknown-names.ts';
import { EXIT_CONFIGURATION, errorCode, Fault } from './fault.ts';

/** The configuration from the environment, with what `.env` adds to it. @throws Fault */
export function configure(): Config {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw new Fault('The file .env cannot be read.');
  }
  const config = readConfig(process.env);
  if (config instanceof ConfigError) throw new Fault(config.message, EXIT_CONFIGURATION);
  return config;
}

/** Variables of the environment and of `.env` that look like settings and are none. */
export function unknownVariables(): UnknownName[] {
  return unknownNames(settingNames(), Object.keys(process.env), namesInFile());
}

function namesInFile(): string[] {
  try {
    return Object.keys(parseEnv(readFileSync('.env', 'utf8')));
  } catch {
    return [];
  }
}
