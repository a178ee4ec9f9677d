/**
 * `/off/{token}`: switches forwarding by the link in a message. Only a POST changes anything (RFC 8058 section 3.2).
 */

import type { Context, Hono } from 'hono';
import { ourLanguage } from '#languages/languages.ts';
import type { Alias, Store } from '#store/store.ts';
import { readOctets } from '../body.ts';
import { ENVELOPE_HEADERS } from '../envelope-page.ts';
import { CallRefused } from '../errors.ts';
import { type RouteOptions, guard } from '../guard.ts';
import { switchPage, voidPage } from './page.ts';
import type { SwitchOffTokens } from './token.ts';

/** Octets of a form, in either of the two encodings that RFC 8058 section 3.2 allows. */
const FORM_OCTETS = 4096;
/** Octets of path and query: a token has 46. */
const URL_LENGTH = 512;

const URL_ENCODED = 'application/x-www-form-urlencoded';

export type SwitchOffOptions = RouteOptions & {
  store: Pick<Store, 'aliasById' | 'setActive'>;
  tokens: SwitchOffTokens;
  /** Called for each alias that was switched on or off. */
  switched: (alias: Alias) => void;
};

/** `one-click`: a mailbox provider's click for a user (RFC 8058 section 3.1); the others are the page's buttons. */
type Wish = 'off' | 'on' | 'one-click';

export function addSwitchOffCalls(api: Hono, options: SwitchOffOptions): void {
  const { store, tokens, switched } = options;
  // A person who opens the link does not have a key.
  const open = guard(options, { key: 'none', urlLength: URL_LENGTH, refusal: writeText });

  const aliasOf = async (c: Context): Promise<Alias | undefined> => {
    const link = tokens.read(c.req.param('token') ?? '');
    const found = link && (await store.aliasById(link.aliasId));
    return found && found.state.linkEpoch === link?.epoch ? found.alias : undefined;
  };

  const show = async (c: Context): Promise<Response> => {
    const alias = await aliasOf(c);
    return alias === undefined
      ? writePage(c, voidPage(languageOf(c)), 404)
      : writePage(c, switchPage(alias, languageOf(c)));
  };

  const act = async (c: Context): Promise<Response> => {
    const wish = await readWish(c);
    const alias = await aliasOf(c);
    if (alias === undefined) return writePage(c, voidPage(languageOf(c)), 404);
    if (wish === undefined) return writePage(c, switchPage(alias, languageOf(c)), 400);
    const changed = await store.setActive(alias.id, wish === 'on', 'anybody');
    if (changed === undefined) return writePage(c, voidPage(languageOf(c)), 404);
    switched(changed);
    if (wish === 'one-click') return c.text('Forwarding is off.\n');
    return writePage(c, switchPage(changed, languageOf(c)));
  };

  api.get('/off/:token', open(show));
  api.post('/off/:token', open(act));
}

/**
 * The reader of the mail need not have seen the screen: `?l=de` in the link sets the language, otherwise the browser's
 * first one. No cache keeps the page, so it has no Vary.
 */
const languageOf = ({ req }: Context): string =>
  ourLanguage(req.query('l') ?? req.header('accept-language')?.split(/[,;]/, 1)[0] ?? '') ?? 'en';

/** @returns undefined if the body does not name a known action @throws CallRefused 413 */
async function readWish({ req }: Context): Promise<Wish | undefined> {
  const octets = await readOctets(req, FORM_OCTETS);
  const form = await readForm(octets, req.header('content-type') ?? URL_ENCODED);
  if (form?.get('List-Unsubscribe') === 'One-Click') return 'one-click';
  const wish = form?.get('do');
  return wish === 'on' || wish === 'off' ? wish : undefined;
}

async function readForm(octets: Buffer, type: string): Promise<FormData | undefined> {
  try {
    return await new Response(Uint8Array.from(octets), {
      headers: { 'Content-Type': type },
    }).formData();
  } catch {
    return undefined;
  }
}

/** The response suits programs and people alike. */
function writeText(c: Context, error: unknown): Response | undefined {
  return error instanceof CallRefused ? c.text(`${error.message}\n`, error.status) : undefined;
}

function writePage(
  c: Context,
  page: ReturnType<typeof voidPage>,
  status: 200 | 400 | 404 = 200,
): Response | Promise<Response> {
  return c.html(page, status, ENVELOPE_HEADERS);
}
