/**
 * Settings that hold a secret may stand in a file of their own: the one that `NAME_FILE` names (container secrets), or a credential of
 * systemd by the setting's own name (systemd.exec(5), LoadCredential). No message holds a value.
 */

import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { errorCode } from './fault.ts';
import { ConfigError } from './config-error.ts';
import { type Environment, text } from './values.ts';

/** The settings that a file can hold. */
export const SECRETS = [
  'SECRET_KEY',
  'DATABASE_URL',
  'NEXT_HOP',
  'FILTER',
  'AUTH_PROVIDERS',
  'AUTH_CAPTCHA',
  'AUTH_SMS_HOOK',
] as const;

/** Most octets of such a file. */
const MOST_OCTETS = 65_536;

/**
 * The settings with those that files hold among them.
 * @param credentials the folder that systemd has put credentials into, CREDENTIALS_DIRECTORY; undefined: there is none
 * @throws ConfigError where a file cannot be used, or a setting stands at two places
 */
export function withSecretFiles(env: Environment, credentials: string | undefined): Environment {
  const all = { ...env };
  for (const name of SECRETS) {
    const named = text(env, `${name}_FILE`);
    const credential = credentialAt(credentials, name);
    const places = [
      text(env, name) !== undefined && name,
      named !== undefined && `${name}_FILE`,
      credential !== undefined && `the credential ${name}`,
    ].filter((place) => place !== false);
    if (places.length > 1) {
      throw new ConfigError(name, `must be set at one place, but is by ${places.join(' and by ')}`);
    }
    if (named !== undefined && !isAbsolute(named)) {
      // The service and a command may run in different folders.
      throw new ConfigError(
        `${name}_FILE`,
        `must be a whole path such as /run/secrets/veilpost, but is ${named}`,
      );
    }
    const path = named ?? credential;
    if (path !== undefined) all[name] = contents(places[0] ?? name, path);
  }
  return all;
}

function credentialAt(folder: string | undefined, name: string): string | undefined {
  if (!folder) return undefined;
  const path = join(folder, name);
  try {
    return statSync(path, { throwIfNoEntry: false }) ? path : undefined;
  } catch (error) {
    // To go on without the secret would make another one.
    throw new ConfigError(
      'CREDENTIALS_DIRECTORY',
      `cannot be used: ${path} cannot be read (${errorCode(error)})`,
    );
  }
}

/** The text of a file, without one line break at its end. */
function contents(place: string, path: string): string {
  const refuse = (reason: string) => {
    const which = place.startsWith('the ') ? place.replace('the', 'The') : place;
    return new ConfigError(which, `cannot be used: the file ${path} ${reason}`);
  };
  let octets: Buffer;
  try {
    const found = statSync(path);
    // A pipe or a device could make the start wait, or never end.
    if (!found.isFile()) throw refuse('is no plain file');
    if (found.size > MOST_OCTETS) throw refuse(`is larger than ${MOST_OCTETS} octets`);
    octets = readFileSync(path);
  } catch (error) {
    throw error instanceof ConfigError ? error : refuse(`cannot be read (${errorCode(error)})`);
  }
  if (octets.includes(0)) throw refuse('holds a NUL');
  const value = octets.toString().replace(/\r?\n$/, '');
  if (value.trim() === '') throw refuse('is empty');
  return value;
}
