/** Whatever a program sends under /api: JSON for any origin, no fault, and never the real address. */

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { keyHolder } from '#api/compat/key-holder.fixture.ts';
import { JANE, ownersReplies } from '#support/owner.ts';
import { fuzz } from './fuzzing.ts';

const { under, key, alias, simpleLogin } = await keyHolder(
  after,
  'delete',
  { perOwner: 500 },
  { api: { replies: ownersReplies() } },
);
const { json } = await simpleLogin('GET', '/v5/alias/options');
const [suggested] = Array.isArray(json.suffixes) ? json.suffixes : [];
const listed = (await simpleLogin('GET', '/v2/aliases')).text;
const number = /"id":(\d+)/.exec(listed)?.[1] ?? '';

type Call = readonly [method: string, target: string, body: string];
const CALLS: readonly [Call, ...Call[]] = [
  ['GET', 'user_info', ''],
  [
    'POST',
    'alias/random/new?hostname=https://www.shop.example:1/?a=b&mode=uuid',
    '{"note":"Website"}',
  ],
  ['GET', 'v4/alias/options?hostname=shop.example', ''],
  [
    'POST',
    'v3/alias/custom/new?hostname',
    `{"alias_prefix":"shop","signed_suffix":"${suggested?.signed_suffix}","mailbox_ids":[1],"note":"a","name":"b"}`,
  ],
  ['POST', 'v2/aliases?page_id=0&enabled&pinned=', '{"query":"shop"}'],
  [
    'PATCH',
    `aliases/${number}`,
    '{"note":"a","pinned":true,"disable_pgp":false,"mailbox_ids":[1]}',
  ],
  ['POST', `aliases/${number}/toggle`, '{}'],
  ['POST', `aliases/${number}/contacts`, '{"contact":"Bob <bob@example.org>"}'],
  ['DELETE', 'aliases/1', ''],
  [
    'POST',
    'v1/aliases',
    '{"domain":"a.test","description":"x","format":"uuid","recipient_ids":[]}',
  ],
  [
    'GET',
    'v1/aliases?filter[deleted]=&filter[active]=true&filter[search]=a&sort=-created_at&page[number]=1&page[size]=10',
    '',
  ],
  ['PATCH', `v1/aliases/${alias.id}`, '{"description":"x","from_name":null}'],
  ['POST', 'v1/active-aliases', `{"id":"${alias.id}"}`],
  ['DELETE', 'v1/pinned-aliases/00000000-0000-4000-8000-000000000000', ''],
];

const TARGET = Buffer.from('/?&=[]%2F%00%ff.:-_0123456789v1aliases', 'utf8');
const BODY = Buffer.from('{}[]":,\\u0000\\ud800é\u0000\r\n-5e9truefalsenull', 'utf8');
const HEADER = Buffer.from(' ,;=*/+"', 'utf8');
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'] as const;

const printable = (octets: Buffer) => octets.toString('latin1').replaceAll(/[^\x21-\x7e]/g, '');

/** One request, with the key unless the headers give another. */
async function ask(method: string, target: string, headers: Record<string, string>, body?: Buffer) {
  const response = await under.api.request(`http://veilpost.test/api/${target}`, {
    method,
    headers: { authentication: key, authorization: `Bearer ${key}`, ...headers },
    ...(body !== undefined && method !== 'GET' && method !== 'HEAD' && { body }),
  });
  const text = await response.text();
  const what = `${method} ${target} ${body?.toString('latin1')}: ${response.status} ${text}`;
  assert.ok(response.status < 500, what);
  assert.deepEqual(under.logged, [], what);
  assert.ok(response.status < 300 || response.status >= 400, what);
  assert.equal(response.headers.get('access-control-allow-origin'), '*', what);
  if (response.status !== 204) {
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/, what);
    if (method !== 'HEAD') JSON.parse(text);
  }
  assert.ok(!text.includes(JANE), what);
}

fuzz('every path and query is answered', async (chance) => {
  const [method, target, body] = chance.oneOf(CALLS);
  const changed = printable(chance.mutate(Buffer.from(target), TARGET));
  const sent = chance.upTo(4) === 0 ? chance.oneOf(METHODS) : method;
  await ask(sent, changed.replaceAll('#', ''), {}, Buffer.from(body));
});

fuzz('every body is answered', async (chance) => {
  const [method, target, body] = chance.oneOf(CALLS);
  await ask(method, target, {}, chance.mutate(Buffer.from(body), BODY));
});

fuzz('every header is answered, and only the right key is accepted', async (chance) => {
  const [method, target, body] = chance.oneOf(CALLS);
  const value = printable(chance.mutate(Buffer.from(key), HEADER));
  const name = chance.oneOf(['content-type', 'accept', 'origin', 'x-requested-with', 'cookie']);
  await ask(method, target, { [name]: value }, Buffer.from(body));
  await ask(method, target, { authentication: value, authorization: value }, Buffer.from(body));
  if (value === key) return;
  const headers = { authentication: value, authorization: `Bearer ${value}` };
  assert.equal((await under.send('GET', '/api/user_info', undefined, headers)).status, 401);
});
