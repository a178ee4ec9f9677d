import { deriveKey } from '#secrets/derive-key.ts';
import { Sealing } from '#secrets/sealing.ts';

/**
 * Seals labels and sites, each for one alias. @param secrets the root secret, followed by earlier ones that are still
 * accepted
 */
export const noteSealing = (secrets: readonly string[]): Sealing =>
  new Sealing(secrets.map((secret) => deriveKey(secret, 'alias note')));
