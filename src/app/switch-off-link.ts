/** The address in List-Unsubscribe at which one tap switches an alias off. */

import type { SwitchOffTokens } from '#api/switch-off/token.ts';

/**
 * @param publicUrl origin of the site as visitors see it, if configured
 * @returns undefined if the site does not have https: RFC 8058 section 3.1 requires it
 */
export function switchOffLinks(
  publicUrl: string | undefined,
  tokens: Pick<SwitchOffTokens, 'write'>,
): (aliasId: string, linkEpoch: number) => string | undefined {
  if (publicUrl?.startsWith('https:') !== true) return () => undefined;
  return (aliasId, epoch) => `${publicUrl}/off/${tokens.write({ aliasId, epoch })}`;
}
