/** Our domains: a real address in one of them would send its mail back to us. */

import type { NameSpace } from './alias.ts';

export type OwnNames = {
  space: NameSpace;
  /** Our name as a mail server, and the domain of return addresses: in lower case, A-labels if internationalized. */
  mailHost: string;
  bounceDomain: string;
};

/** @param domain in lower case and A-labels */
export function isOwnDomain(domain: string, { space, mailHost, bounceDomain }: OwnNames): boolean {
  return (
    space.domains.includes(domain) || domain === mailHost || takesBounces(domain, bounceDomain)
  );
}

/** Whether return addresses are at this domain: the bounce domain, or a subdomain for the rest of long addresses. */
export function takesBounces(domain: string, bounceDomain: string): boolean {
  return domain === bounceDomain || domain.endsWith(`.${bounceDomain}`);
}
