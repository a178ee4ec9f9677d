import assert from 'node:assert/strict';
import { after } from 'node:test';
import { PUBLIC_URL } from '#support/auth.ts';
import { httpServer } from '#support/http-server.ts';
import { APP, PROVIDER, underProvider } from '#support/with-provider.ts';
import { fuzz } from './fuzzing.ts';

const under = await underProvider(after);
const send = await httpServer(under.api, after);

const AUTHORIZE = Buffer.from(
  `provider=${PROVIDER}&redirect_to=https%3A%2F%2Fapp.test%3A8443%2F&scopes=a+b&code_challenge=${'c'.repeat(43)}&code_challenge_method=s256`,
);
const CALLBACK = Buffer.from(`state=${'x'.repeat(43)}&code=abc&iss=https%3A%2F%2Fprovider.test`);
const ALPHABET = Buffer.from('=&+%00%0d%0a%ff%5c%2f/\\:@.;#providerstateredirect_toscopescode');

/** One request; the HTTP parser itself refuses an invalid target. */
async function ask(call: string, query: Buffer) {
  const path = `/auth/v1/${call}?${query.toString('latin1').replaceAll(/[^\x21-\x7e]/g, '%fe')}`;
  const { status, text } = await send({ method: 'GET', path });
  assert.deepEqual(under.faults, [], path);
  if (status >= 400) {
    assert.ok([400, 414].includes(status), `${path} is ${status}`);
    assert.equal(JSON.parse(text).error_code, 'validation_failed', path);
  }
  return { status, path };
}

fuzz('any parameters of authorize end at the provider or with a 4xx', async (chance) => {
  const { status, path } = await ask('authorize', chance.mutate(AUTHORIZE, ALPHABET));
  assert.ok(status === 302 || status >= 400, path);
});

fuzz('no parameters of callback sign anyone in, or redirect elsewhere', async (chance) => {
  const query = chance.mutate(CALLBACK, ALPHABET).toString('latin1');
  const path = `/auth/v1/callback?${query.replaceAll(/[^\x21-\x7e]/g, '%fe').replaceAll('#', '%23')}`;
  const response = await under.api.request(path);
  assert.ok([303, 400, 414].includes(response.status), path);
  if (response.status === 303) {
    const to = new URL(response.headers.get('location') ?? '');
    assert.ok([PUBLIC_URL, APP].includes(to.origin), path);
    assert.match(to.hash, /error_code=bad_oauth_state/, path);
  }
});
