/** The page behind a switch-off link: the alias, its state and one button. No script; opening it changes nothing. */

import { html, raw } from 'hono/html';
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
button { min-height: 3rem; width: 100%; margin-top: 1rem; border: 0; border-radius: 4px; font: 600 1rem system-ui, sans-serif; background: light-dark(#1b4880, #8ab7ea); color: light-dark(#fff, #0a1a2c); cursor: pointer; }
button:focus-visible { outline: 3px solid light-dark(#1b4880, #8ab7ea); outline-offset: 2px; }
p { margin: 0; color: light-dark(#3d515e, #a8bac6); }
.name { margin-bottom: 1.5rem; color: inherit; }
`;

/** Allows no scripts, and forms only to our own origin. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The form posts to the page's own address, so the markup never contains the link. */
export function switchPage({ alias_email, active }: Alias): Html {
  const [state, wanted, button] = active
    ? ['Forwarding is on.', 'off', 'Turn forwarding off']
    : ['Forwarding is off.', 'on', 'Turn it on again'];
  const at = alias_email.lastIndexOf('@');
  return page(
    alias_email,
    // On a narrow screen the line breaks before the domain.
    html`<span>${alias_email.slice(0, at)}</span><wbr>${alias_email.slice(at)}`,
    html`<p role="status">${state}</p>
<form method="post">
<button name="do" value="${wanted}">${button}</button>
</form>`,
  );
}

export function voidPage(): Html {
  const text = 'This link is no longer valid.';
  return page(text, html`${text}`, html`<p>Nothing has changed.</p>`);
}

function page(title: string, heading: Html, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
<main>
<p class="name">Veilpost</p>
<h1>${heading}</h1>
${content}
</main>
</html>`;
}
