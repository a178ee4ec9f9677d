/** The served page: the built index.html with the configuration put into it. */

import { brotliCompressSync, constants } from 'node:zlib';
import { PAGE_CONFIG_ELEMENT, type PageConfig } from '#rules/page.ts';
import { type Representation, tagOf } from './representation.ts';

/** Hashes of the page's own scripts and styles, as the build has written them to csp.json: `sha256-...`. */
export type PageHashes = { scriptHashes: string[]; styleHashes: string[] };

/**
 * The path to the root if an absolute address is required: by previews of a shared address, and by search engines for a
 * language.
 */
const TO_ROOT =
  /(?:\.\.?\/)+(?=share\.png)|(?<=<link rel="(?:canonical|alternate" hreflang="[\w-]+)" href=")[./]+/g;

/**
 * Makes the page again only when the configuration has changed (names left).
 * @param publicUrl origin of the site, if it is known: some links need an absolute address
 * @throws if the element is missing
 */
export function createPage(
  built: string,
  publicUrl: string | undefined,
): (config: PageConfig) => Representation {
  const html = publicUrl === undefined ? built : built.replaceAll(TO_ROOT, `${publicUrl}/`);
  const element = new RegExp(
    `(<script[^>]*\\bid="?${PAGE_CONFIG_ELEMENT}"?[^>]*>)[^<]*(?=</script>)`,
  );
  if (!element.test(html)) throw new Error(`index.html has no element ${PAGE_CONFIG_ELEMENT}`);
  let made: { json: string; page: Representation } | undefined;
  return (config) => {
    const json = scriptSafe(config);
    if (made?.json !== json) {
      const plain = Buffer.from(html.replace(element, (_, tag: string) => tag + json));
      made = { json, page: represent(plain) };
    }
    return made.page;
  };
}

/** Within a script element only `<` can end it or begin a comment. */
export const scriptSafe = (config: Partial<PageConfig>): string =>
  JSON.stringify(config).replaceAll('<', String.raw`\u003c`);

function represent(plain: Buffer<ArrayBuffer>): Representation {
  const brotli = brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  return {
    type: 'text/html; charset=utf-8',
    // The page names the assets by their hashes: it must be revalidated each time, the assets never.
    cache: 'no-cache',
    octets: brotli,
    isCompressed: true,
    tag: tagOf(brotli),
  };
}

/** Our own origin, and inline scripts or styles with one of the hashes. */
const sources = (hashes: string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');

/** A page that loads nothing but what `own` allows, sends no form away, and cannot be framed. */
export const policyOf = (...own: string[]): string =>
  [
    "default-src 'none'",
    ...own,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** A page beside the screen, without any script: it is styled by the build and shows our own pictures. */
export const documentPolicy = ({ styleHashes }: Pick<PageHashes, 'styleHashes'>): string =>
  policyOf(`style-src ${sources(styleHashes)}`, "img-src 'self'");

/** The page loads only from its own origin, runs only the scripts of the build, and cannot be framed. */
export const pagePolicy = ({ scriptHashes, styleHashes }: PageHashes): string =>
  policyOf(
    `script-src ${sources(scriptHashes)}`,
    `style-src ${sources(styleHashes)}`,
    "img-src 'self' data:",
    "manifest-src 'self'",
    "connect-src 'self'",
  );
