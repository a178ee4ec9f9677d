/**
 * The configuration of the service and its commands: from the environment, `.env`, a file of settings, and files of
 * secrets.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Config, readConfig, settingNames } from './config.ts';
import { ConfigError, errorCode, EXIT_CONFIGURATION, Fault } from './fault.ts';
import { type UnknownName, unknownNames } from './unknown-names.ts';
import { parseDotEnv, parseEnvFile, type Settings } from './env-file.ts';
import { withSecretFiles } from './secret-files.ts';
import type { Environment } from './values.ts';

/** The configuration from the environment and `.env`. @throws Fault */
export function configure(): Config {
  for (const [name, value] of Object.entries(dotEnv())) process.env[name] ??= value;
  return usable(process.env);
}

/** Credentials are those of this process, even if a file has all other settings. */
function usable(env: Environment): Config {
  try {
    const config = readConfig(withSecretFiles(env, process.env['CREDENTIALS_DIRECTORY']));
    if (config instanceof ConfigError) throw config;
    return config;
  } catch (error) {
    throw error instanceof ConfigError ? new Fault(error.message, EXIT_CONFIGURATION) : error;
  }
}

/**
 * The configuration from a file of settings, without the environment. A relative path of the database is rejected: the
 * service may start with this file in another folder than this command.
 * @throws Fault
 */
export function configureFrom(file: string): Config {
  const config = usable(parseEnvFile(textOf(file), file));
  const { databaseUrl } = config;
  const path = databaseUrl.replace(/^sqlite:/, '');
  if (path === databaseUrl || isAbsolute(path)) return config;
  throw new Fault(
    `DATABASE_URL in ${file} is ${databaseUrl}, which is relative to the current folder: use an absolute path, for example sqlite:/var/lib/veilpost/data/veilpost.sqlite.`,
  );
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Fault(`Cannot read the file ${file} (${errorCode(error)}).`);
  }
}

/** The settings of `.env`; none if there is not a such file. @throws Fault */
function dotEnv(): Settings {
  let text: string;
  try {
    text = readFileSync('.env', 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw new Fault(`Cannot read the file .env (${errorCode(error)}).`);
  }
  return parseDotEnv(text);
}

/** Variables of the environment and of `.env`, and credentials, that look like misspelt settings. @throws Fault */
export function unknownVariables(): UnknownName[] {
  return unknownNames(
    settingNames(),
    [...Object.keys(process.env), ...credentials()],
    Object.keys(dotEnv()),
  );
}

function credentials(): string[] {
  try {
    return readdirSync(process.env['CREDENTIALS_DIRECTORY'] ?? '');
  } catch {
    return [];
  }
}
