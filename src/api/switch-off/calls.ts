/** `/off/{token}`: switches forwarding by the link in a mail. Only a POST changes anything (RFC 8058 section 3.2). */

import type { Context } from 'hono';
import type { Alias, Store } from '#store/store.ts';
import { readOctets } from '../body.ts';
import { PAGE_POLICY, switchPage, voidPage } from './page.ts';
import type { SwitchOffTokens } from './token.ts';

/** Octets of a form; the longest of ours has 27. Multipart, which RFC 8058 section 3.2 allows too, needs some more. */
const FORM_OCTETS = 1024;

export type SwitchOffOptions = {
  store: Pick<Store, 'aliasById' | 'setActive'>;
  tokens: SwitchOffTokens;
  /** Told of each alias that was switched on or off. */
  switched?: ((alias: Alias) => void) | undefined;
};

type Wish = 'off' | 'on' | 'one-click' | undefined;

/** @returns the handler of GET, and that of POST */
export function switchOffCalls({ store, tokens, switched }: SwitchOffOptions) {
  const aliasOf = async (c: Context): Promise<Alias | undefined> => {
    const link = tokens.read(c.req.param('token') ?? '');
    const found = link && (await store.aliasById(link.aliasId));
    return found && found.state.linkEpoch === link?.epoch ? found.alias : undefined;
  };

  return {
    show: async (c: Context): Promise<Response> => {
      const alias = await aliasOf(c);
      if (alias === undefined) return writePage(c, voidPage(), 404);
      return writePage(c, switchPage(alias, c.req.path));
    },
    act: async (c: Context): Promise<Response> => {
      const wish = wishIn((await readOctets(c.req, FORM_OCTETS)).toString('utf8'));
      const alias = await aliasOf(c);
      if (alias === undefined) return writePage(c, voidPage(), 404);
      if (wish === undefined) return writePage(c, switchPage(alias, c.req.path), 400);
      const changed = await store.setActive(alias.id, wish === 'on', 'anybody');
      if (changed === undefined) return writePage(c, voidPage(), 404);
      switched?.(changed);
      if (wish === 'one-click') return c.text('Forwarding is off.\n');
      return writePage(c, switchPage(changed, c.req.path));
    },
  };
}

/** A mailbox provider's one click (RFC 8058 section 3.1), or a button of the page. */
function wishIn(body: string): Wish {
  if (/\bList-Unsubscribe\b["\s=]+One-Click\b/.test(body)) return 'one-click';
  const wish = new URLSearchParams(body).get('do');
  return wish === 'on' || wish === 'off' ? wish : undefined;
}

function writePage(
  c: Context,
  page: ReturnType<typeof voidPage>,
  status: 200 | 400 | 404 = 200,
): Response | Promise<Response> {
  c.header('Content-Security-Policy', PAGE_POLICY);
  c.header('X-Robots-Tag', 'noindex');
  c.header('Cache-Control', 'no-store');
  return c.html(page, status);
}
