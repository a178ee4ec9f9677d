import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { parseEnv } from 'node:util';
import { type Config, readConfig, settingNames } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { type UnknownName, unknownNames } from './config/unknown-names.ts';
import { EXIT_CONFIGURATION, errorCode, Fault } from './fault.ts';

/** The configuration from the environment and `.env`. @throws Fault */
export function configure(): Config {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw new Fault('The file .env cannot be read.');
  }
  return usable(readConfig(process.env));
}

/** The configuration of a file of settings, without the environment. @throws Fault */
export function configureFrom(file: string): Config {
  return usable(readConfig(readSettings(file)));
}

function usable(config: Config | ConfigError): Config {
  if (config instanceof ConfigError) throw new Fault(config.message, EXIT_CONFIGURATION);
  return config;
}

/**
 * DATABASE_URL of a file of settings, without the environment. A path that depends on the folder is refused: the
 * service may be started with this file in another folder than this command.
 * @throws Fault
 */
export function databaseUrlIn(file: string): string {
  const { databaseUrl } = configureFrom(file);
  const path = databaseUrl.replace(/^sqlite:/, '');
  if (path === databaseUrl || isAbsolute(path)) return databaseUrl;
  throw new Fault(
    `DATABASE_URL in ${file} is ${databaseUrl}, whose place depends on the folder: write the whole path there, for example sqlite:/var/lib/veilpost/data/veilpost.sqlite.`,
  );
}

function readSettings(file: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Fault(`The file ${file} cannot be read (${errorCode(error)}).`);
  }
}

/** Variables of the environment and of `.env` that look like misspelt settings. */
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
