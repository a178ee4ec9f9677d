/** Files that programs look for by name: the contact for vulnerability reports, and the rules for search engines. */

import { Hono } from 'hono';

export type WellKnownParts = {
  /** A mailbox whose mail reaches the operator; undefined: none, so no file names one. */
  contact: string | undefined;
  /** The address at which visitors find the site, if it is known. */
  publicUrl: string | undefined;
  /** Our policy for servers that send to us, and its domains: none without a policy. */
  stsPolicy: { text: string; domains: readonly string[] };
  /** Milliseconds since 1970. */
  now: () => number;
};

/**
 * RFC 9116 section 2.5.5: less than a year ahead. No one has to renew the file: each response starts the time again.
 */
const VALID_MS = 90 * 86_400_000;
const DAY_S = 86_400;

/** Calls and links of letters: they are not pages, and a link is for one person. */
const ROBOTS = `User-agent: *
Disallow: /rest/
Disallow: /auth/
Disallow: /functions/
Disallow: /off/
`;

export const NO_STS_POLICY: WellKnownParts['stsPolicy'] = { text: '', domains: [] };

export function createWellKnown({ contact, publicUrl, stsPolicy, now }: WellKnownParts): Hono {
  const files = new Hono();
  const headers = { 'Cache-Control': `max-age=${DAY_S}` };
  // RFC 9309 section 2.3.
  files.get('/robots.txt', (c) => c.text(ROBOTS, 200, headers));
  // RFC 8461 section 3.3: the host name says whose policy it is.
  const hosts = new Set(stsPolicy.domains.map((domain) => `mta-sts.${domain}`));
  files.get('/.well-known/mta-sts.txt', (c) =>
    hosts.has(new URL(c.req.url).hostname) ? c.text(stsPolicy.text) : c.notFound(),
  );
  if (contact === undefined) return files;
  const path = '/.well-known/security.txt';
  files.get(path, (c) => {
    const lines = [
      `Contact: mailto:${contact}`,
      `Expires: ${new Date(now() + VALID_MS).toISOString().slice(0, 19)}Z`,
      'Preferred-Languages: en',
      ...(publicUrl === undefined ? [] : [`Canonical: ${new URL(path, publicUrl).href}`]),
    ];
    return c.text(`${lines.join('\n')}\n`, 200, headers);
  });
  return files;
}
