/** The page behind a switch-off link: the alias, its state and one button. No script; opening it changes nothing. */

import { html, raw } from 'hono/html';
import { ENGRAVED, MARK, VALUE } from '#rules/stamp/drawing.ts';
import { directionOf } from '#languages/languages.ts';
import { letterTexts } from '#languages/letter-texts.ts';
import type { Alias } from '#store/store.ts';

type Html = ReturnType<typeof html>;

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
`;

/** The stamp of the screen (web/parts/stamp-drawing.tsx). */
const STAMP = html`<svg class="stamp" viewBox="64 5 68 80" aria-hidden="true">
<path class="paper" d="M66 7h64v76H66z"/>
<path class="perforation" d="M66 7h64v76H66z"/>
<g fill="none" stroke="currentColor"><path d="M73.5 14.5h49v61h-49z"/><path opacity=".55" d="${ENGRAVED}"/></g>
<g fill="currentColor"><path transform="translate(78.8 20) scale(1.2)" d="${MARK}"/><path d="${VALUE}"/></g>
</svg>`;

/** Allows no scripts, and forms only to our own origin. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The form posts to the page's own address, so the markup never contains the link. */
export function switchPage({ alias_email, active }: Alias, language: string): Html {
  const { OFF } = letterTexts(language);
  const [state, wanted, button] = active
    ? [OFF.isOn, 'off', OFF.turnOff]
    : [OFF.isOff, 'on', OFF.turnOn];
  const at = alias_email.lastIndexOf('@');
  return page(
    language,
    alias_email,
    // On a narrow screen the line breaks before the domain.
    html`<h1 class="alias" dir="ltr"><span>${alias_email.slice(0, at)}</span><wbr>${alias_email.slice(at)}</h1>`,
    html`<p role="status">${state}</p>
<form method="post">
<button name="do" value="${wanted}">${button}</button>
</form>`,
  );
}

export function voidPage(language: string): Html {
  const { OFF } = letterTexts(language);
  return page(language, OFF.void, html`<h1>${OFF.void}</h1>`, html`<p>${OFF.nothing}</p>`);
}

function page(language: string, title: string, heading: Html, content: Html): Html {
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
<main>
<header>
<p class="name">Veilpost</p>
${STAMP}
</header>
${heading}
${content}
</main>
</html>`;
}
