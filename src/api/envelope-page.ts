/** The envelope as a page of the server, without the screen's build and without any script. */

import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { ENGRAVED, MARK, VALUE } from '#rules/stamp/drawing.ts';
import { directionOf, ourLanguage } from '#languages/languages.ts';
import { letterTexts } from '#languages/letter-texts.ts';

export type Html = ReturnType<typeof html>;

/** The screen's colours and fonts (web/style). */
const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100dvh; background: light-dark(#f2f6f8, #0b1115); color: light-dark(#11202b, #e6eef3); }
main { box-sizing: border-box; width: min(32rem, 100% - 2rem); margin: 1rem 0; padding: clamp(1.5rem, 7vw, 3rem); background: light-dark(#dbe8f0, #1a2832); border-radius: 4px; box-shadow: 0 8px 24px #0002; }
h1, .name { font-family: Charter, "Bitstream Charter", "Sitka Text", Cambria, "Noto Serif", Georgia, serif; font-weight: 700; }
h1 { margin: 0 0 0.5rem; font-size: clamp(1.25rem, 6vw, 1.75rem); line-height: 1.25; overflow-wrap: anywhere; }
h1 span { white-space: nowrap; }
.alias { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, Consolas, monospace; font-weight: 600; letter-spacing: -0.035em; }
header { display: flex; justify-content: space-between; margin-bottom: 1.5rem; }
.stamp { flex: none; width: 4.25rem; color: light-dark(#1b4880, #a9ccf3); }
.paper { fill: light-dark(#fff, #3f5d73); }
.perforation { fill: none; stroke: light-dark(#dbe8f0, #1a2832); stroke-width: 4; stroke-linecap: round; stroke-dasharray: 0 6.364; }
button { min-height: 3rem; width: 100%; margin-top: 1rem; border: 0; border-radius: 4px; font: 600 1rem system-ui, sans-serif; background: light-dark(#1b4880, #8ab7ea); color: light-dark(#fff, #0a1a2c); cursor: pointer; }
button:focus-visible { outline: 3px solid light-dark(#1b4880, #8ab7ea); outline-offset: 2px; }
p { margin: 0; color: light-dark(#3d515e, #a8bac6); }
.name { color: inherit; }
a { display: inline-flex; align-items: center; min-height: 2.75rem; margin-top: 0.5rem; color: light-dark(#1b4880, #8ab7ea); text-underline-offset: 4px; }
a:focus-visible { outline: 3px solid; outline-offset: 2px; }
`;

/** The stamp of the screen (web/parts/stamp.tsx). */
const STAMP = html`<svg class="stamp" viewBox="64 5 68 80" aria-hidden="true">
<path class="paper" d="M66 7h64v76H66z"/>
<path class="perforation" d="M66 7h64v76H66z"/>
<g fill="none" stroke="currentColor"><path d="M73.5 14.5h49v61h-49z"/><path opacity=".55" d="${ENGRAVED}"/></g>
<g fill="currentColor"><path transform="translate(78.8 20) scale(1.2)" d="${MARK}"/><path d="${VALUE}"/></g>
</svg>`;

/** Allows no scripts, and forms only to our own origin. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** @param title with its markup, as heading and content */
export function envelopePage(language: string, title: Html, heading: Html, content: Html): Html {
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${title}
<style>${raw(STYLE)}</style>
<main>
<header>
<p class="name" translate="no">Veilpost</p>
${STAMP}
</header>
${heading}
${content}
</main>
</html>`;
}

/** A page that only leads to the screen, in its language. @param sentence below the title */
export function wayHomePage(language: string, title: string, sentence?: string): Html {
  const home = language === 'en' ? '/' : `/${language}/`;
  return envelopePage(
    language,
    html`<title>${title}</title>`,
    html`<h1>${title}</h1>`,
    html`${sentence && html`<p>${sentence}</p>`}
<p><a href="${home}">${letterTexts(language).PLACE.home}</a></p>`,
  );
}

/** The headers of such a page; no cache keeps it. */
export const ENVELOPE_HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
};

/** A browser that opens a page names the type (RFC 9110 section 12.5.1); for its scripts and pictures it does not. */
const WANTS_PAGE = /(?:^|,)\s*text\/html\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i;

/** The response to an unknown address: a page with a link home for a person, a line for a program. */
export function notFound(c: Context): Response | Promise<Response> {
  c.header('Vary', 'Accept');
  if (!WANTS_PAGE.test(c.req.header('accept') ?? '')) return c.text('Not found\n', 404);
  const language = languageOf(c);
  return c.html(wayHomePage(language, letterTexts(language).PLACE.none), 404, ENVELOPE_HEADERS);
}

/** Of the folder in the address, or otherwise the browser's first language. */
const languageOf = ({ req }: Context): string =>
  ourLanguage(/^\/([\w-]+)\//.exec(req.path)?.[1]) ??
  ourLanguage(req.header('accept-language')?.split(/[,;]/, 1)[0]) ??
  'en';
