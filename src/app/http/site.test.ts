import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { Hono } from 'hono';
import type { PageConfig } from '#rules/page.ts';
import type { Health } from '../observe/health.ts';
import { listen } from '../net/listen.ts';
import { createLog } from '../observe/log.ts';
import { createMetrics } from '../observe/metrics.ts';
import { readBuiltScreen } from './built-screen.ts';
import { closeHttpServer, createHttpServer, securityHeaders } from './server.ts';
import { createSite } from './site.ts';
import { NO_STS_POLICY } from './well-known.ts';

const SCRIPT = 'export const a = 1;\n'.repeat(50);

/** A folder as the build leaves it. */
function builtFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'veilpost-screen-'));
  const html =
    '<!doctype html><meta property="og:image" content="./share.png"><link rel="canonical" href="./"><link rel="alternate" hreflang="de" href="./de/"><script type="application/json" id="veilpost-config">{}</script><p>Form</p>';
  for (const [path, content] of Object.entries({
    'index.html': html,
    'csp.json': JSON.stringify({
      scriptHashes: ['sha256-script'],
      styleHashes: ['sha256-style'],
      languages: { de: { scriptHashes: ['sha256-deutsch'], styleHashes: ['sha256-stil'] } },
    }),
    'de/index.html': html.replaceAll('./', '../').replace('Form', 'Formular'),
    'de/assets/app-3c4d.js': SCRIPT,
    'favicon.svg': '<svg/>',
    'privacy/index.html': '<!doctype html><p>What we keep</p>',
    'de/privacy/index.html': '<!doctype html><p>Was wir speichern</p>',
    'assets/app-1a2b.js': SCRIPT,
    'assets/app-1a2b.js.br': brotliCompressSync(SCRIPT),
  })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A site over that folder. */
function siteWith(health: Health = { ok: true }) {
  const folder = builtFolder();
  const screen = readBuiltScreen(folder);
  rmSync(folder, { recursive: true });
  const config: PageConfig = {
    url: '',
    key: 'anon',
    domains: ['a.test'],
    numbers: [1000, 9999],
    namesLeft: [9000],
    ownership: 'open',
    testMail: 'live',
    madeIn: { name: '</script><script>alert(1)</script><!--', href: 'https://vite.dev/' },
  };
  const lines: string[] = [];
  const api = new Hono();
  api.get('/rest/v1/aliases', (c) => c.json([]));
  api.get('/rest/v1/broken', () => {
    throw new Error('for jane@home.example');
  });
  const metrics = createMetrics();
  const site = createSite({
    screen,
    publicUrl: 'https://veilpost.example',
    contact: undefined,
    stsPolicy: NO_STS_POLICY,
    now: () => 0,
    pageConfig: () => config,
    api,
    health: async () => health,
    metrics,
    log: createLog({ write: (line) => lines.push(line) }, false),
  });
  return { site, config, lines, metrics };
}

test('the page contains its configuration, and no value can break out of it', async () => {
  const { site, config } = siteWith();
  const html = await (await site.request('/')).text();
  const element = /<script type="application\/json" id="veilpost-config">(.*?)<\/script>/.exec(
    html,
  );
  assert.deepEqual(JSON.parse(element?.[1] ?? ''), config);
  assert.equal(html.match(/<script/g)?.length, 1);
  assert.ok(html.endsWith('<p>Form</p>'));
});

test('the page may load and run only files of the build', async () => {
  const { site } = siteWith();
  const { headers } = await site.request('/');
  assert.equal(
    headers.get('Content-Security-Policy'),
    "default-src 'none'; script-src 'self' 'sha256-script'; style-src 'self' 'sha256-style'; img-src 'self' data:; " +
      "manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  assert.equal(headers.get('Cache-Control'), 'no-cache');
});

test('link previews and search engines find picture and pages by absolute addresses', async () => {
  for (const path of ['/', '/de/']) {
    const html = await (await siteWith().site.request(path)).text();
    assert.match(html, /property="og:image" content="https:\/\/veilpost\.example\/share\.png"/);
    assert.match(html, /rel="canonical" href="https:\/\/veilpost\.example\/(?:de\/)?"/);
    assert.match(html, /hreflang="de" href="https:\/\/veilpost\.example\/de\/"/);
  }
});

test('every response protects the visitor, including errors', async (t) => {
  const server = createHttpServer(siteWith().site.fetch, securityHeaders(true));
  t.after(() => closeHttpServer(server));
  const port = await listen(server, { host: '127.0.0.1', port: 0, variable: 'HTTP_PORT' });
  for (const [path, cache, policy] of [
    ['/', 'no-cache', /^default-src 'none'.*sha256-script/],
    ['/assets/app-1a2b.js', 'public, max-age=31536000, immutable', /^default-src 'none'/],
    ['/rest/v1/aliases', 'no-store', /^default-src 'none'/],
    ['/rest/v1/broken', 'no-store', /^default-src 'none'/],
    ['/nothing', 'no-store', /^default-src 'none'/],
    ['/healthz', 'no-store', /^default-src 'none'/],
  ] as const) {
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
    assert.equal(headers.get('X-Content-Type-Options'), 'nosniff', path);
    assert.equal(headers.get('Referrer-Policy'), 'no-referrer', path);
    assert.equal(headers.get('Strict-Transport-Security'), 'max-age=31536000', path);
    assert.equal(headers.get('Cache-Control'), cache, path);
    assert.match(headers.get('Content-Security-Policy') ?? '', policy, path);
  }
});

test('an asset is sent compressed to clients that accept it, and may be cached forever', async () => {
  const { site } = siteWith();
  const accept = (coding: string) =>
    site.request('/assets/app-1a2b.js', { headers: { 'Accept-Encoding': coding } });
  for (const coding of ['br', 'gzip, deflate, br', '*', 'BR;q=0.5', 'br;q=1']) {
    const answer = await accept(coding);
    assert.equal(answer.headers.get('Content-Encoding'), 'br', coding);
    assert.equal(brotliDecompressSync(await answer.arrayBuffer()).toString(), SCRIPT);
    assert.equal(answer.headers.get('Cache-Control'), 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.get('Vary'), 'Accept-Encoding');
  }
  for (const coding of ['', 'gzip', 'br;q=0', '*;q=1, br;q=0', 'brotli']) {
    const answer = await accept(coding);
    assert.equal(answer.headers.get('Content-Encoding'), null, coding);
    assert.equal(await answer.text(), SCRIPT);
  }
});

test('the page is sent again only when it has changed', async () => {
  const { site, config } = siteWith();
  const first = await site.request('/', { headers: { 'Accept-Encoding': 'br' } });
  const tag = first.headers.get('ETag') ?? '';
  const again = (etag: string, coding = 'br') =>
    site.request('/', { headers: { 'Accept-Encoding': coding, 'If-None-Match': etag } });
  assert.equal((await again(tag)).status, 304);
  assert.equal((await again(`"x", W/${tag}`)).status, 304);
  assert.equal((await again(tag, '')).status, 200, 'another encoding is another representation');
  config.namesLeft = [8999];
  assert.equal((await again(tag)).status, 200);
});

test('only the files of the build are served', async () => {
  const { site } = siteWith();
  assert.equal((await site.request('/favicon.svg')).headers.get('Content-Type'), 'image/svg+xml');
  const hidden = ['/index.html', '/csp.json', '/assets/app-1a2b.js.br', '/assets/../csp.json'];
  for (const path of [...hidden, '/%2e%2e/package.json', '/assets/', '/privacy/index.html']) {
    assert.equal((await site.request(path)).status, 404, path);
  }
  assert.equal(await (await site.request('/none')).text(), 'Not found\n');
  assert.equal((await site.request('/', { method: 'POST' })).status, 404);
  assert.equal((await site.request('/', { method: 'HEAD' })).status, 200);
});

test('an unknown address is a page with a link home for a browser, in its language, and a line for any other program', async () => {
  const { site } = siteWith();
  const get = async (path: string, headers: Record<string, string>) => {
    const response = await site.request(path, { headers });
    assert.deepEqual([response.status, response.headers.get('Vary')], [404, 'Accept'], path);
    return { response, text: await response.text() };
  };
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const { response, text: page } = await get('/none', { Accept: browser });
  assert.equal(response.headers.get('Content-Type'), 'text/html; charset=UTF-8');
  assert.match(response.headers.get('Content-Security-Policy') ?? '', /^default-src 'none';/);
  assert.match(page, /<h1>Page not found\.<\/h1>/);
  assert.match(page, /<a href="\/">Back to main screen<\/a>/);
  assert.doesNotMatch(page, /<script|none</);
  for (const [path, language] of [
    ['/none', 'de-AT,de;q=0.9'],
    ['/de/none', 'en'],
  ] as const) {
    const { text } = await get(path, { Accept: browser, 'Accept-Language': language });
    assert.match(text, /<html lang="de" dir="ltr">/);
    assert.match(text, /<a href="\/de\/">Zurück zur Startseite<\/a>/);
  }
  for (const Accept of ['*/*', 'application/json', 'text/html;q=0, */*', 'text/htmlx', '']) {
    assert.equal((await get('/none', { Accept })).text, 'Not found\n', Accept);
  }
});

test('the page beside the screen has its address with and without a slash, the style of its language, and runs no script', async () => {
  const { site } = siteWith();
  for (const [path, text, style] of [
    ['/privacy', /What we keep/, 'sha256-style'],
    ['/privacy/', /What we keep/, 'sha256-style'],
    ['/de/privacy', /Was wir speichern/, 'sha256-stil'],
    ['/de/privacy/', /Was wir speichern/, 'sha256-stil'],
  ] as const) {
    const page = await site.request(path);
    assert.equal(page.headers.get('Content-Type'), 'text/html; charset=utf-8');
    assert.match(await page.text(), text);
    assert.equal(
      page.headers.get('Content-Security-Policy'),
      `default-src 'none'; style-src 'self' '${style}'; img-src 'self'; base-uri 'none'; ` +
        "form-action 'none'; frame-ancestors 'none'",
    );
  }
});

test('an internal error shows the client nothing and the log no address', async () => {
  const { site, lines } = siteWith();
  const answer = await site.request('/rest/v1/broken?real_email=eq.jane@home.example');
  assert.equal(answer.status, 500);
  assert.equal(await answer.text(), 'Internal error\n');
  assert.equal(lines.length, 1);
  assert.doesNotMatch(lines.join(''), /jane|real_email/);
});

test('/healthz is 200 if all parts respond, else 503 with the reason', async () => {
  assert.equal((await siteWith().site.request('/healthz')).status, 200);
  const state = { ok: false, reason: 'no answer from: store' } as const;
  const ill = await siteWith(state).site.request('/healthz');
  assert.equal(ill.status, 503);
  assert.equal(await ill.text(), 'no answer from: store\n');
});

test('calls are counted by names of a fixed set, without visitors’ input', async () => {
  const { site, metrics } = siteWith();
  await site.request('/rest/v1/aliases?real_email=eq.jane@home.example');
  await site.request('/rest/v1/aliases?select=id&alias_email=eq.alias-1000@a.test');
  await site.request('/jane@home.example');
  const text = await metrics.registry.metrics();
  assert.match(text, /veilpost_http_request_seconds_count\{call="lookup",status="200"\} 1/);
  assert.match(text, /veilpost_http_request_seconds_count\{call="exists",status="200"\} 1/);
  assert.match(text, /veilpost_http_request_seconds_count\{call="none",status="404"\} 1/);
  assert.doesNotMatch(text, /jane|alias-1000/);
});

test('a language has a page of its own, with the configuration and its own policy; an unknown one has none', async () => {
  const { site } = siteWith();
  const page = await site.request('/de/');
  assert.equal(page.headers.get('content-language'), 'de');
  assert.match(page.headers.get('content-security-policy') ?? '', /'sha256-deutsch'/);
  const text = await page.text();
  assert.match(text, /"key":"anon".*Formular/s);
  const bare = await site.request('/de');
  assert.deepEqual([bare.status, bare.headers.get('location')], [308, '/de/']);
  const asset = await site.request('/de/assets/app-3c4d.js');
  assert.match(asset.headers.get('cache-control') ?? '', /immutable/);
  for (const path of ['/xx/', '/xx', '/de/index.html', '/DE/', '/..de/']) {
    assert.equal((await site.request(path)).status, 404, path);
  }
});

test('the page at / is the same English one for every browser', async () => {
  const { site } = siteWith();
  const english = await (await site.request('/')).text();
  for (const language of ['de', 'de-DE,de;q=0.9', 'ar', 'xx']) {
    const answer = await site.request('/', { headers: { 'Accept-Language': language } });
    assert.equal(await answer.text(), english);
    assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
  }
});
