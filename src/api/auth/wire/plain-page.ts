/** The look of the pages after the links of letters: no script, and nothing loaded but our own style. */

import type { Context } from 'hono';
import { html } from 'hono/html';

export type PlainPage = {
  title: string;
  /** With its markup; undefined: the title. */
  heading?: ReturnType<typeof html>;
  inside: ReturnType<typeof html>;
  /** The sources of `form-action`. */
  targets: string;
  status: 200 | 403;
};

/** The address of the style: an inline one would need a policy that lets foreign markup style the page. */
export const STYLE_PATH = '/auth/v1/page.css';

const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100dvh; background: light-dark(#f5f8f9, #0b1115); color: light-dark(#11202b, #e6eef3); }
main { max-width: 30rem; margin: 1rem; padding: 1.75rem 2.25rem; background: light-dark(#dbe8f0, #1a2832); border-radius: 4px; }
h1 { margin: 0 0 1rem; font: 700 1.5rem/1.2 Charter, "Sitka Text", Cambria, Georgia, serif; overflow-wrap: anywhere; }
button { min-height: 3rem; width: 100%; border: 0; border-radius: 4px; font: 600 1rem system-ui, sans-serif; background: light-dark(#1b4880, #8ab7ea); color: light-dark(#fff, #0a1a2c); cursor: pointer; }
button:focus-visible { outline: 3px solid light-dark(#1b4880, #8ab7ea); outline-offset: 2px; }
p { margin: 1rem 0 0; color: light-dark(#3d515e, #a8bac6); }
`;

/** GET page.css. */
export function pageStyle(c: Context): Response {
  c.header('Cache-Control', 'public, max-age=3600');
  c.header('Content-Type', 'text/css; charset=utf-8');
  return c.body(STYLE);
}

export function plainPage(
  c: Context,
  { title, heading = html`${title}`, inside, targets, status }: PlainPage,
): Response | Promise<Response> {
  const policy = `default-src 'none'; style-src 'self'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`;
  c.header('Content-Security-Policy', policy);
  c.header('X-Robots-Tag', 'noindex');
  return c.html(
    html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
<main>
<h1>${heading}</h1>
${inside}
</main>
</html>`,
    status,
  );
}
