/** The address of the screen for visitors. */

import type { Config } from '../config/config.ts';
import { inUrl } from '../config/listen-address.ts';

/** PUBLIC_URL, without a slash at its end; if it is not set, the address at which this machine reaches the screen. */
export function siteAddress({ publicUrl, httpHost }: Config, httpPort: number): string {
  return publicUrl ?? `http://${inUrl(httpHost)}:${httpPort}`;
}
