/** Everything that MAILBOX_PORT serves. */

import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { knownHost } from '../http/server.ts';
import { policyOf } from '../http/page.ts';
import { type Representation, answer, tagOf } from '../http/representation.ts';
import type { Markup } from './layout.ts';
import { listPage, mailPage } from './pages.ts';
import { LiveUpdates } from './live-updates.ts';
import { read, type Summary, summarize } from './reading.ts';
import type { Shelf, ShelvedMail } from './shelf.ts';

/** Octets of a message that the source view shows. */
const SOURCE_OCTETS = 1_048_576;

const PAGE_POLICY = policyOf(
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
);

/** The HTML of a message is a stranger's: it may have styles and embedded pictures, and nothing else. */
const FRAME_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');

/**
 * @param aliasDomain the domain whose mail arrives here
 * @param ownSite the site that messages may link to
 */
export function createMailboxSite(shelf: Shelf, aliasDomain: string, ownSite: string) {
  const site = new Hono();
  const updates = new LiveUpdates(shelf);
  const summaries = new WeakMap<ShelvedMail, Summary>();
  const withMail =
    (show: (c: Context, mail: ShelvedMail) => Response | Promise<Response>) => (c: Context) => {
      const mail = shelf.get(c.req.param('id') ?? '');
      return mail === undefined ? c.text('This message is no longer here.\n', 404) : show(c, mail);
    };

  site.use(knownHost);
  for (const [path, file] of assets()) site.get(path, (c) => answer(c, file));
  site.get('/', async (c) => {
    const mails = shelf.newestFirst();
    return page(c, listPage(await Promise.all(mails.map(summarized)), aliasDomain));
  });
  site.get('/events', (c) => updates.stream(c));
  site.get(
    '/mail/:id',
    withMail(async (c, mail) => page(c, mailPage(mail, await read(mail.octets), ownSite))),
  );
  site.get(
    '/mail/:id/html',
    withMail(async (c, mail) => {
      const { html } = await read(mail.octets);
      return c.body(html, 200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': FRAME_POLICY,
        'X-DNS-Prefetch-Control': 'off',
      });
    }),
  );
  site.get('/mail/:id/source', withMail(source));
  site.get('/mail/:id/download', withMail(download));
  return {
    app: site,
    /** Ends the live updates, so that the server can close. */
    close: () => updates.close(),
  };

  async function summarized(mail: ShelvedMail): Promise<[ShelvedMail, Summary]> {
    const summary = summaries.get(mail) ?? (await summarize(mail.octets));
    summaries.set(mail, summary);
    return [mail, summary];
  }
}

const page = async (c: Context, markup: Markup) =>
  c.html(await markup, 200, { 'Content-Security-Policy': PAGE_POLICY });

function source(c: Context, { octets }: ShelvedMail): Response {
  const cut = octets.length > SOURCE_OCTETS;
  const note = cut ? `\n\n[Cut here. The download has all ${octets.length} octets.]\n` : '';
  return c.text(octets.toString('utf8', 0, SOURCE_OCTETS) + note);
}

function download(c: Context, { id, octets }: ShelvedMail): Response {
  return c.body(octets, 200, {
    'Content-Type': 'message/rfc822',
    'Content-Disposition': `attachment; filename="mail-${id.slice(0, 8)}.eml"`,
  });
}

/** The files beside this one that the pages load. */
function assets(): [path: string, file: Representation][] {
  return [
    asset('envelope.css', 'text/css; charset=utf-8'),
    asset('mailbox.css', 'text/css; charset=utf-8'),
    asset('list.css', 'text/css; charset=utf-8'),
    asset('mail.css', 'text/css; charset=utf-8'),
    asset('live.js', 'text/javascript; charset=utf-8'),
    asset('favicon.svg', 'image/svg+xml'),
  ];
}

function asset(name: string, type: string): [path: string, file: Representation] {
  const plain = readFileSync(new URL(`assets/${name}`, import.meta.url));
  return [
    `/${name}`,
    { type, cache: 'no-cache', octets: plain, isCompressed: false, tag: tagOf(plain) },
  ];
}
