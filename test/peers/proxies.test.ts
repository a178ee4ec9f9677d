/** Programs with an API key through the web servers of the guide: nginx, Caddy and HAProxy, each by HTTP/2. */

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { after as afterAll, before, describe, test } from 'node:test';
import { Agent, fetch as fetchByHttp2 } from 'undici';
import { ownersKey } from '#support/owners-key.ts';
import { generate } from './bitwarden.ts';
import { Engine } from './engine.ts';
import { afterSuite, peerFolder } from './folder.ts';
import { MAILBOX_DOMAIN } from './servers/mail-server.ts';
import { runWell, until } from './program.ts';
import { startHaproxy } from './servers/haproxy.ts';
import { startCaddy, startNginx } from './servers/web-servers.ts';

const REAL = `jane@${MAILBOX_DOMAIN}`;

describe('a program with a key reaches us', () => {
  const after = afterSuite();
  let file: string;
  let ca: Buffer;

  before(async () => {
    const folder = peerFolder(after);
    file = join(folder, 'both.pem');
    // By OpenSSL: Caddy is stricter about certificates than the other programs here.
    const words = `req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=localhost
      -addext subjectAltName=DNS:localhost -keyout ${folder}/key.pem -out ${folder}/certificate.pem`;
    await runWell('openssl', words.split(/\s+/));
    ca = readFileSync(join(folder, 'certificate.pem'));
    writeFileSync(file, [ca, readFileSync(join(folder, 'key.pem'))].join(''));
  });

  /** A service of its own for each server, as HAProxy needs other settings than nginx. */
  async function service(settings: Record<string, string>) {
    const { engine, letter } = await Engine.withHop(after, {
      environment: {
        OWNERSHIP: 'confirmed',
        ALIASES_PER_OWNER: '20',
        PUBLIC_URL: 'https://veilpost.test',
        ...settings,
      },
    });
    const keyAt = (site: string) => ownersKey(site, { email: REAL, scope: 'manage', letter });
    return { engine, node: Number(new URL(engine.site).port), keyAt };
  }

  async function behind(start: typeof startNginx) {
    const { engine, node, keyAt } = await service({});
    return { key: await keyAt(engine.site), port: await start(after, node, file) };
  }

  async function behindHaproxy() {
    const { engine, node, keyAt } = await service({ TRUSTED_PROXIES: '127.0.0.1,protocol=both' });
    const nodes = [{ smtp: engine.port, http: node }];
    const plain = await startHaproxy(after, nodes);
    const site = `http://127.0.0.1:${plain.http}`;
    await until('the site answers', async () => (await fetch(`${site}/healthz`)).ok);
    return { key: await keyAt(site), port: (await startHaproxy(after, nodes, file)).http };
  }

  for (const [name, start] of [
    ['nginx', () => behind(startNginx)],
    ['Caddy', () => behind(startCaddy)],
    ['HAProxy', behindHaproxy],
  ] as const) {
    test(`through ${name}: doubled slashes, a slash at the end, long headers, and Bitwarden's own code`, async () => {
      const { key, port } = await start();
      const site = `https://localhost:${port}`;
      const { session, ask } = await http2(site, ca);
      afterAll(() => session.destroy());
      const headers = { authentication: key, cookie: `a=${'x'.repeat(6000)}` };
      for (const path of [
        '/api/user_info',
        '//api/user_info',
        '/api/user_info/',
        '//api//stats/?hostname',
      ]) {
        const { status, text, origin } = await ask({ ':path': path, ...headers });
        assert.deepEqual([status, origin], [200, '*'], `${path}: ${text}`);
        JSON.parse(text);
      }
      const wrong = await ask({ ':path': '//api/user_info', authentication: 'wrong' });
      assert.deepEqual(
        [wrong.status, wrong.text, wrong.origin],
        [401, '{"error":"Wrong API key."}', '*'],
      );
      const dispatcher = new Agent({ allowH2: true, connect: { ca } });
      afterAll(() => dispatcher.destroy());
      const byHttp2 = async (request: Request): Promise<Response> => {
        const { method, headers: sent, redirect } = request;
        const body = await request.text();
        const answer = await fetchByHttp2(request.url, {
          method,
          headers: Object.fromEntries(sent),
          redirect,
          body,
          dispatcher,
        });
        return new Response(await answer.text(), {
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
        });
      };
      for (const baseUrl of [site, `${site}/`]) {
        const alias = await generate(
          'SimpleLogin',
          { baseUrl, token: key },
          'https://a.example/?b',
          byHttp2,
        );
        assert.match(alias, /^alias-[1-9]\d{9}@/);
      }
    });
  }
});

/** A session of HTTP/2, which sends each path unchanged. */
async function http2(site: string, ca: Buffer) {
  const session = connect(site, { ca });
  const ask = (headers: Record<string, string>) =>
    new Promise<{ status: number; text: string; origin: unknown }>((resolve, reject) => {
      const stream = session.request(headers);
      let [status, text, origin]: [number, string, unknown] = [0, '', undefined];
      stream.on('response', (answer) => {
        status = answer[':status'] ?? 0;
        origin = answer['access-control-allow-origin'];
      });
      stream.on('data', (some) => (text += String(some)));
      stream.on('end', () => resolve({ status, text, origin }));
      stream.on('error', reject);
    });
  return { session, ask };
}
