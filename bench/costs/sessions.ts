/** Access tokens, refreshes, and refresh tokens that someone made up. */

import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { AccessTokens } from '#auth/tokens/access-token.ts';
import { KeySet } from '#auth/tokens/key-set.ts';
import { deriveAuthKeys } from '#auth/tokens/keys.ts';
import { RefreshTokens } from '#auth/tokens/refresh-token.ts';
import { Sealing } from '#secrets/sealing.ts';
import { Sessions } from '#auth/tokens/sessions.ts';
import { openStore } from '#store/open.ts';
import { user } from '#store/sessions/auth-rows.fixture.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import type { CostRow } from './work.ts';

export const sessions: CostRow = async (after) => {
  const url = `sqlite:${tempFolder(after)}/veilpost.sqlite`;
  const { now } = Date;
  const store = await openStore(url, { now, log: SILENT });
  after(() => store.close());
  const secrets = deriveAuthKeys(['a secret for the bench']);
  const sealing = new Sealing(secrets.seal);
  const keys = await KeySet.open({ store: store.auth.signingKeys, sealing, now });
  const tokens = new AccessTokens({ keys, issuer: 'http://bench.test/auth/v1', now });
  const refreshTokens = new RefreshTokens(secrets.refresh);
  const held = new Sessions({ store: store.auth.sessions, tokens: refreshTokens, now });
  const person = user();
  await store.auth.users.insert(person);
  let session = await held.begin(person.id, 'otp');
  const forged = `${held.tokenOf(session).slice(0, -4)}AAAA`;
  let n = 0;
  const written = () =>
    tokens.write({
      sub: person.id,
      email: `visitor${(n += 1)}@example.org`,
      phone: '',
      app_metadata: {},
      user_metadata: {},
      aal: 'aal1',
      amr: [{ method: 'otp', timestamp: n }],
      session_id: session.id,
      is_anonymous: false,
    });
  const read = async (token: string) => {
    if ((await tokens.read(token)) === undefined) throw new Error('The token is not valid.');
  };
  const { token } = await written();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const some = Buffer.alloc(500);
  return {
    'an ES256 signature and its verification': () =>
      verify('sha256', some, publicKey, sign('sha256', some, privateKey)),
    'a token written, and read for the first time': async () => read((await written()).token),
    'a token read again': () => read(token),
    'a refresh without its token': async () => {
      const answer = await held.refresh(held.tokenOf(session));
      if (answer.kind !== 'refreshed') throw new Error('The session has ended.');
      session = answer.session;
    },
    'a forged refresh token': async () => {
      if ((await held.refresh(forged)).kind !== 'refused') throw new Error('It was believed.');
    },
  };
};
