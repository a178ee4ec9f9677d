import { createHash } from 'node:crypto';

/** A source expression of the Content-Security-Policy, without its quotes. */
export const sha256 = (text: string) =>
  `sha256-${createHash('sha256').update(text).digest('base64')}`;

/**
 * Our server's policy, as a meta element for a host that sends none.
 * @param api address of an api on another origin
 */
export function metaElement(sent: string, api?: string): string {
  const policy = sent
    .split('; ')
    // Not allowed in a meta element (CSP3 section 3.3): a static host has to send it as a header.
    .filter((directive) => !directive.startsWith('frame-ancestors'))
    .map((directive) =>
      api && directive.startsWith('connect-src') ? `connect-src ${new URL(api).origin}` : directive,
    )
    .join('; ');
  return `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
}
