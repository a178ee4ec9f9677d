import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { read } from '#support/api.ts';
import { addressesOf, nodeInProcess } from '#support/service-in-process.ts';
import { latestMail, ServiceProcess } from '#support/service-process.ts';
import { tempFolder } from '#support/temp-folder.ts';

const KEY = 'public-anonymous-key';
const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The service after a stranger's `npm start`, with its try-out mailbox. */
async function service(t: TestContext, environment: Record<string, string> = {}) {
  const { running } = await nodeInProcess(t, { ANON_KEY: KEY, ...environment });
  t.after(() => running.close());
  return addressesOf(running);
}

test('kill -9 under refreshes signs no one out', async () => {
  const folder = tempFolder(after);
  const start = async () => {
    const running = ServiceProcess.start(after, folder, { ANON_KEY: KEY, AUTH: 'on,anonymous' });
    return { running, ...(await running.addresses()) };
  };
  let { running, http } = await start();
  const call = async (path: string, body: object) => {
    const headers = { apikey: KEY, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return read(await fetch(`${http}/auth/v1/${path}`, init));
  };
  const refresh = (refresh_token: unknown) =>
    call('token?grant_type=refresh_token', { refresh_token });
  const people = await Promise.all(
    Array.from({ length: 10 }, async () => (await call('signup', {})).json.refresh_token),
  );
  const refreshing = people.map(async (_, i) => {
    try {
      for (;;) people[i] = (await refresh(people[i])).json.refresh_token;
    } catch {
      // The process is killed in the middle of a request.
    }
  });
  await refresh('x');
  await running.kill();
  await Promise.all(refreshing);
  ({ running, http } = await start());
  for (const token of people) assert.equal((await refresh(token)).status, 200);
});

test('with AUTH=off auth/v1 is not found', async (t) => {
  const { http } = await service(t, { AUTH: 'off' });
  const { status } = await fetch(`${http}/auth/v1/settings`, { headers: { apikey: KEY } });
  assert.equal(status, 404);
});

test('the ten lines of docs/sessions.md run unchanged', async (t) => {
  const page = readFileSync(join(ROOT, 'docs', 'sessions.md'), 'utf8');
  const code = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? assert.fail('the page has its lines');
  const addresses = await service(t);
  // Next to node_modules, where the import is resolved.
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.sessions-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'page.mjs');
  const surroundings = `const { PUBLIC_URL, ANON_KEY, codeFromTheLetter, console } = globalThis.ofTheTest;\n`;
  writeFileSync(file, surroundings + code);
  const printed: unknown[] = [];
  Object.assign(globalThis, {
    ofTheTest: {
      PUBLIC_URL: addresses.http,
      ANON_KEY: KEY,
      codeFromTheLetter: async () => {
        const mail = await latestMail(addresses, 'jane@mailbox.test');
        return /(\d{6})\b/.exec(mail.slice(mail.indexOf('Enter this code')))?.[1];
      },
      console: { log: (...values: unknown[]) => printed.push(...values) },
    },
  });
  await import(pathToFileURL(file).href);
  assert.deepEqual(printed, ['jane@mailbox.test', 3600]);
});
