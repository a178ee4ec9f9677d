import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SwitchOffTokens } from '#api/switch-off/token.ts';
import { StoreUnavailable } from '#store/store.ts';
import { apiUnderTest } from '#support/api.ts';
import { testDatabase } from '#support/database.ts';
import { hand, letter } from '#support/forwarding.ts';
import { serviceInProcess } from '#support/service-in-process.ts';

const SECRET = 'a-secret-for-tests'.padEnd(32, '.');
const ALIAS = 'alias-4827@alias.localhost';
const JANE = 'jane@mailbox.test';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const VOID = 'This link is no longer valid.';
const tokens = new SwitchOffTokens([SECRET]);

type Answer = { status: number; headers: Headers; text: string };

/** The running service with one confirmed alias, and the link in its messages. */
async function linked(t: TestContext) {
  const DATABASE_URL = await testDatabase((cleanUp) => t.after(cleanUp));
  const service = await serviceInProcess(t, {
    DATABASE_URL,
    SECRET_KEY: SECRET,
    OWNERSHIP: 'confirmed',
  });
  const { store, running } = service;
  const made = await store.insertAlias({ real_email: JANE, alias_email: ALIAS });
  assert.ok(made.kind === 'created');
  await store.owners.confirm(JANE, Date.now());
  const aliasId = made.alias.id;
  const link = (epoch = 0) => `/off/${tokens.write({ aliasId, epoch })}`;
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const url = `http://127.0.0.1:${running.httpPort}${path}`;
    const answer = await fetch(url, { ...init, redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const post = (
    path: string,
    body: string | FormData = ONE_CLICK,
    headers: Record<string, string> = FORM,
  ) => ask(path, { method: 'POST', body, headers: typeof body === 'string' ? headers : {} });
  const isActive = async () => (await store.aliasById(aliasId))?.alias.active;
  return { ...service, aliasId, link, ask, post, isActive };
}

test('one click of a mailbox provider switches forwarding off, again and again, without key, cookie or redirect', async (t) => {
  const { link, post, isActive, client } = await linked(t);
  const sender = await client();
  assert.match(await hand(sender, [ALIAS], letter('before')), /^250 /);
  for (const time of ['first', 'second']) {
    const { status, text, headers } = await post(link());
    assert.deepEqual([status, text], [200, 'Forwarding is off.\n'], time);
    assert.equal(headers.get('set-cookie'), null);
    assert.equal(headers.get('location'), null);
    assert.match(headers.get('content-type') ?? '', /^text\/plain/);
    assert.equal(await isActive(), false);
  }
  // It takes effect at once: the mail engine does not rely on its cache.
  assert.match(await hand(sender, [ALIAS], letter('after')), /^550 5\.1\.1 /);
});

test('a one-click body may be multipart/form-data, and a provider may send no content type', async (t) => {
  const { link, post, ask, isActive, store, aliasId } = await linked(t);
  const on = () => store.setActive(aliasId, true, 'anybody');
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  assert.equal((await post(link(), form)).text, 'Forwarding is off.\n');
  assert.equal(await isActive(), false);
  await on();
  const body = new TextEncoder().encode(ONE_CLICK);
  assert.equal((await ask(link(), { method: 'POST', body })).status, 200);
  assert.equal(await isActive(), false);
  await on();
  const type = { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' };
  assert.equal((await post(link(), ONE_CLICK, type)).status, 200);
  assert.equal(await isActive(), false);
});

/** Its style, its form, nothing else; no frame, no cache, no referrer, no cookie. */
const POLICY = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
  'set-cookie': null,
};

test('pages of links have a policy of their own, and a path that is not a link is 404', async (t) => {
  const { link, ask } = await linked(t);
  for (const path of [link(), '/off/x', '/off', '/off/', '/off/x/y', '/off/%00', '/off/..%2f..']) {
    const { status, headers } = await ask(path);
    assert.equal(status, path === link() ? 200 : 404, path);
    if (path !== link() && path !== '/off/x') continue;
    for (const [name, value] of Object.entries(POLICY)) assert.equal(headers.get(name), value);
  }
});

test('GET and HEAD of the link change nothing, however often; the page shows the alias, its state and one button', async (t) => {
  const { link, ask, isActive } = await linked(t);
  for (let times = 0; times < 3; times += 1) {
    const { status, text, headers } = await ask(link());
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html/);
    // A browser's translator leaves the alias as it is.
    assert.match(text, new RegExp(`<title translate="no">${ALIAS}</title>`));
    assert.match(
      text,
      /<h1 [^>]*translate="no"><span>alias-4827<\/span><wbr>@alias\.localhost<\/h1>/,
    );
    assert.doesNotMatch(text, /&(?!amp;)/, 'nothing is escaped that should not be');
    assert.match(text, /Forwarding is on\./);
    assert.deepEqual(
      [...text.matchAll(/<button.*?>(.*?)<\/button>/g)].map(([, label]) => label),
      ['Turn forwarding off'],
    );
    assert.doesNotMatch(text, /<script|<img|<link|https?:|jane/);
    const head = await ask(link(), { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [200, '']);
  }
  assert.equal(await isActive(), true);
});

test('the buttons of the page turn forwarding off and on again, and the page shows the new state', async (t) => {
  const { link, post, isActive, client } = await linked(t);
  const off = await post(link(), 'do=off');
  assert.equal(off.status, 200);
  assert.match(off.text, /Forwarding is off\.[\s\S]*Turn it back on/);
  assert.equal(await isActive(), false);
  const on = await post(link(), 'do=on');
  assert.match(on.text, /Forwarding is on\.[\s\S]*Turn forwarding off/);
  assert.equal(await isActive(), true);
  assert.match(await hand(await client(), [ALIAS], letter('after')), /^250 /);
});

test('a body that asks for neither changes nothing: 400 with the page, 413 if it is too long', async (t) => {
  const { link, post, isActive } = await linked(t);
  for (const body of ['', 'do=', 'do=delete', 'x', 'List-Unsubscribe=one-click', '{"do":"off"}']) {
    assert.equal((await post(link(), body)).status, 400, body);
  }
  const broken = { 'Content-Type': 'multipart/form-data; boundary=x' };
  for (const type of [broken, { 'Content-Type': 'text/plain' }, { 'Content-Type': '///' }]) {
    assert.equal((await post(link(), ONE_CLICK, type)).status, 400, JSON.stringify(type));
  }
  const long = await post(link(), `${ONE_CLICK}&x=${'x'.repeat(5000)}`);
  assert.deepEqual([long.status, await isActive()], [413, true]);
  assert.equal((await post(`/off/${'x'.repeat(3000)}`)).status, 414);
});

test('a wrong or revoked link, or one of another key or of a deleted alias, is 404, by GET, HEAD and POST, and changes nothing', async (t) => {
  const { link, ask, post, isActive, store, aliasId } = await linked(t);
  const elsewhere = new SwitchOffTokens(['another secret']);
  const unknown = '11111111-1111-4111-8111-111111111111';
  const isVoid = async (path: string) => {
    const bodies = [ONE_CLICK, 'do=off', 'do=on', 'x'];
    const answers = await Promise.all([ask(path), ...bodies.map((body) => post(path, body))]);
    for (const { status, text } of answers) {
      assert.equal(status, 404, path);
      assert.match(text, new RegExp(`<h1>${VOID}</h1>`));
      assert.doesNotMatch(text, /alias-4827/);
    }
    assert.equal((await ask(path, { method: 'HEAD' })).status, 404);
  };
  await isVoid('/off/x');
  await isVoid(`/off/${elsewhere.write({ aliasId, epoch: 0 })}`);
  await isVoid(link(1));
  await isVoid(`/off/${tokens.write({ aliasId: unknown, epoch: 0 })}`);
  assert.equal(await store.owners.renewLink(aliasId, JANE), 1);
  await isVoid(link(0));
  assert.equal(await isActive(), true);
  assert.equal((await ask(link(1))).status, 200);
  await store.owners.deleteAlias(aliasId, JANE, Date.now());
  await isVoid(link(1));
});

test('an unavailable database is 503, and the operator’s log contains no link', async (t) => {
  const after = (cleanUp: () => Promise<void> | void) => t.after(cleanUp);
  const { api, store, logged } = await apiUnderTest(after, { switchOffTokens: tokens });
  t.mock.method(store, 'aliasById', async () => {
    throw new StoreUnavailable('No answer.');
  });
  const token = tokens.write({ aliasId: '11111111-1111-4111-8111-111111111111', epoch: 0 });
  const answer = await api.request(`/off/${token}`);
  assert.equal(answer.status, 503);
  assert.doesNotMatch(await answer.text(), /[{<]/);
  assert.equal(logged.length, 1);
  assert.doesNotMatch(JSON.stringify(logged), new RegExp(token));
  assert.match(JSON.stringify(logged), /\/off\//);
});

test('without a token maker the call does not exist', async (t) => {
  const { api } = await apiUnderTest((cleanUp) => t.after(cleanUp));
  assert.equal((await api.request('/off/x')).status, 404);
});
