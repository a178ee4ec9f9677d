/**
 * Settings that hold a secret may be in a file of their own: either the file that `NAME_FILE` names (container
 * secrets), or a systemd credential with the name of the setting (systemd.exec(5), LoadCredential). No message holds a
 * value.
 */

import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { ConfigError, errorCode } from './fault.ts';
import { type Environment, text } from './values.ts';

/** The settings that a file may hold. */
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
 * The settings, including those in files.
 * @param credentials the folder of systemd's credentials, CREDENTIALS_DIRECTORY; undefined: none
 * @throws ConfigError if a file cannot be used, or a setting is in two places
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
      throw new ConfigError(
        name,
        `must be set in one place, but is set by ${places.join(' and by ')}`,
      );
    }
    if (named !== undefined && !isAbsolute(named)) {
      // The service and a command may run in different folders.
      throw new ConfigError(
        `${name}_FILE`,
        `must be an absolute path such as /run/secrets/veilpost, but is ${named}`,
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
    // Continuing without the secret would make another one.
    throw new ConfigError(
      'CREDENTIALS_DIRECTORY',
      `cannot be used: cannot read ${path} (${errorCode(error)})`,
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
    if (!found.isFile()) throw refuse('is not a regular file');
    if (found.size > MOST_OCTETS) throw refuse(`is larger than ${MOST_OCTETS} bytes`);
    octets = readFileSync(path);
  } catch (error) {
    throw error instanceof ConfigError ? error : refuse(`cannot be read (${errorCode(error)})`);
  }
  if (octets.includes(0)) throw refuse('holds a NUL');
  const value = octets.toString().replace(/\r?\n$/, '');
  if (value.trim() === '') throw refuse('is empty');
  return value;
}
