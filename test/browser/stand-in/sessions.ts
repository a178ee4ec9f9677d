/** The session facility, and a page with only the stock client on it. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { createHttpServer } from '#app/http/server.ts';
import { ANON_KEY } from '#support/api.ts';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { serveOnLoopback } from '#support/loopback.ts';

type After = (cleanUp: () => Promise<void> | void) => void;

const INDEX = createRequire(import.meta.url).resolve('@supabase/auth-js');
const CLIENT = join(dirname(INDEX), '../module');
const TSLIB = join(dirname(createRequire(INDEX).resolve('tslib')), 'tslib.es6.mjs');

const PAGE = `<!doctype html>
<title>Stock client</title>
<script type="importmap">{"imports": {"tslib": "/modules/tslib"}}</script>
<script type="module">
  import { AuthClient } from '/modules/index';
  const headers = { apikey: '${ANON_KEY}', Authorization: 'Bearer ${ANON_KEY}' };
  window.client = new AuthClient({ url: location.origin + '/auth/v1', headers, autoRefreshToken: false });
  document.title = 'ready';
</script>`;

export type SessionsStandIn = {
  under: AuthUnderTest;
  /** `http://localhost:port`, which is PUBLIC_URL. */
  origin: string;
  /** The same service under another origin of the same host. */
  otherOrigin: string;
};

export async function sessionsStandIn(after: After): Promise<SessionsStandIn> {
  let under: AuthUnderTest | undefined;
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/auth/')) return under?.api.fetch(request) ?? NOTHING();
    if (pathname.startsWith('/modules/')) return module(pathname.slice('/modules/'.length));
    return new Response(PAGE, { headers: { 'Content-Type': 'text/html' } });
  };
  const origin = await listening(answer, after);
  const otherOrigin = await listening(answer, after);
  under = await authUnderTest(after, { publicUrl: origin });
  return { under, origin, otherOrigin };
}

async function listening(
  answer: (request: Request) => Promise<Response>,
  after: After,
): Promise<string> {
  return `http://localhost:${await serveOnLoopback(createHttpServer(answer), after)}`;
}

/** The client's modules import each other without a file ending, as bundlers allow. */
async function module(name: string): Promise<Response> {
  const path = name === 'tslib' ? TSLIB : normalize(join(CLIENT, `${name}.js`));
  if (path !== TSLIB && !path.startsWith(CLIENT)) return NOTHING();
  const text = await readFile(path, 'utf8');
  return new Response(text, { headers: { 'Content-Type': 'text/javascript' } });
}

const NOTHING = () => new Response('not here', { status: 404 });
