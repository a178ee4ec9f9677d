/** The page behind a switch-off link: the alias, its state and one button. It has no script and acts on nothing by being opened. */

import { html } from 'hono/html';
import type { Alias } from '#store/store.ts';

type Html = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100dvh; background: light-dark(#f5f8f9, #0b1115); color: light-dark(#11202b, #e6eef3); }
main { max-width: 30rem; margin: 1rem; padding: 1.75rem 2.25rem; background: light-dark(#dbe8f0, #1a2832); border-radius: 4px; }
h1 { margin: 0 0 0.5rem; font: 700 1.5rem/1.2 Charter, "Sitka Text", Cambria, Georgia, serif; overflow-wrap: anywhere; }
button { min-height: 3rem; width: 100%; border: 0; border-radius: 4px; font: 600 1rem system-ui, sans-serif; background: light-dark(#1b4880, #8ab7ea); color: light-dark(#fff, #0a1a2c); cursor: pointer; }
button:focus-visible { outline: 3px solid light-dark(#1b4880, #8ab7ea); outline-offset: 2px; }
p { margin: 0 0 1.25rem; color: light-dark(#3d515e, #a8bac6); }
`;

/** Its own scripts are none, and its form leads nowhere else. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The form goes to where the page came from: its link is in no markup. */
export function switchPage({ alias_email, active }: Alias): Html {
  const [state, wanted, button] = active
    ? ['Forwarding is on.', 'off', 'Turn forwarding off']
    : ['Forwarding is off.', 'on', 'Turn it on again'];
  return page(
    alias_email,
    html`<p role="status">${state}</p>
<form method="post">
<button name="do" value="${wanted}">${button}</button>
</form>`,
  );
}

export function voidPage(): Html {
  return page('This link is no longer valid.', html`<p>Nothing has changed.</p>`);
}

function page(heading: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>${STYLE}</style>
<main>
<h1>${heading}</h1>
${content}
</main>
</html>`;
}
