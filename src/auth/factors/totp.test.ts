import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateSync } from 'otplib';
import type { Challenge, Factor } from '#store/sessions/factors.ts';
import { deriveAuthKeys } from '../tokens/keys.ts';
import { Sealing } from '#secrets/sealing.ts';
import { totpKind } from './totp.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const NO_CHALLENGE: Challenge = { id: '', sessionId: '', factorId: '', value: '', until: 0 };

/** The part of the store that the kind needs. */
function memory() {
  const kept: { sealed?: string; step: number } = { step: 0 };
  return {
    kept,
    accept: async (_id: string, step: number) => {
      if (step <= kept.step) return false;
      kept.step = step;
      return true;
    },
    takeChallenge: async () => undefined,
    reseal: async (_id: string, sealed: string) => void (kept.sealed = sealed),
  };
}

function factor(sealed: string | null): Factor {
  const fresh = { verified: false, lastStep: 0, credential: null, tries: 0 };
  return { id: 'f', userId: 'u', name: null, type: 'totp', sealed, createdAt: NOW, ...fresh };
}

test('RFC 6238, appendix B: the codes of the test vectors are correct at their times', async () => {
  // "12345678901234567890" in base32; the last six of the eight digits there.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const sealing = new Sealing(deriveAuthKeys(['secret']).seal);
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    const now = () => seconds * 1000;
    const kind = totpKind({ store: memory(), sealing, site: 'x.test', now });
    const one = factor(sealing.seal('f', secret));
    assert.equal(
      await kind.verify(one, NO_CHALLENGE, { kind: 'code', code }),
      'accepted',
      String(seconds),
    );
  }
});

test('a secret that was sealed under an earlier root secret is sealed again', async () => {
  const before = new Sealing(deriveAuthKeys(['old']).seal);
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const store = memory();
  const sealing = new Sealing(deriveAuthKeys(['new', 'old']).seal);
  const kind = totpKind({ store, sealing, site: 'x.test', now: () => NOW });
  const code = generateSync({ secret, epoch: NOW / 1000 });
  const one = factor(before.seal('f', secret));
  assert.equal(await kind.verify(one, NO_CHALLENGE, { kind: 'code', code }), 'accepted');
  const now = new Sealing(deriveAuthKeys(['new']).seal);
  assert.deepEqual(now.open('f', store.kept.sealed ?? ''), { text: secret, stale: false });
  assert.equal(now.open('another factor', store.kept.sealed ?? ''), undefined);
});

test('a text that is not a code is wrong, and does not throw', async () => {
  const sealing = new Sealing(deriveAuthKeys(['secret']).seal);
  const kind = totpKind({ store: memory(), sealing, site: 'x.test', now: () => NOW });
  const one = factor(sealing.seal('f', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'));
  for (const code of ['', '1', '12345', '1234567', ' 12345', '12345a', '١٢٣٤٥٦']) {
    assert.equal(await kind.verify(one, NO_CHALLENGE, { kind: 'code', code }), 'wrong', code);
  }
  const answer = { kind: 'code' as const, code: '123456' };
  assert.equal(await kind.verify(factor(null), NO_CHALLENGE, answer), 'wrong');
});
