/** Sign-in by a passkey: without a letter or a typed address. */

import type { OwnerParts } from '../../owner-slot.tsx';
import type { RedeemOutcome } from '../events.ts';

/** Some browsers lack them, and an IP address cannot be a relying party (Web Authentication Level 3, section 5.1.2). */
export const mayHavePasskeys = () =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);

/** Never throws. */
export async function signInByPasskey({ auth }: Pick<OwnerParts, 'auth'>): Promise<RedeemOutcome> {
  try {
    const { client } = await auth();
    const { data } = await client.signInWithPasskey();
    const owner = data?.user?.email;
    return owner === undefined ? { refusal: 'noPasskey' } : { owner };
  } catch {
    return { refusal: 'noPasskey' };
  }
}
