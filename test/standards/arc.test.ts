import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { describe, test } from 'node:test';
import type { HeaderBlock, HeaderField } from '#mail/message/header-block.ts';
import { seal } from '#mail/trust/arc/seal.ts';
import { readSetSignature } from '#mail/trust/arc/sets.ts';
import { sealedFields } from '#mail/trust/arc/validate.ts';
import { BodyDigests } from '#mail/trust/signature/body-digests.ts';
import { signedOctets, withoutSignature } from '#mail/trust/signature/canonical-header.ts';
import { coveredOctets } from '#mail/trust/signature/message-signature.ts';
import { readKey } from '#mail/trust/signature/public-key.ts';
import { signerOf } from '#mail/trust/signature/signer.ts';
import { base64, readTags } from '#mail/trust/signature/tag-list.ts';
import { isSigned } from '#mail/trust/signature/verify-octets.ts';
import { suiteText } from './suites.ts';
import { halves, verified } from '#support/signing.ts';
import { zoneResolver } from '#support/zone-resolver.ts';

/** Valimail's suite, each file of which is a list of scenarios. */
type Scenario<Case> = {
  description: string;
  'txt-records': Record<string, string>;
  tests: Record<string, Case>;
};

const validation = suiteText('arc-valimail/arc-draft-validation-tests.json');
const signing = suiteText('arc-valimail/arc-draft-sign-tests.json');
const absent = validation === undefined ? 'the ARC suite is not beside this repository' : false;

/** The suite's texts have bare LF. */
const withCrlf = (text: string) => text.replaceAll(/\r?\n/g, '\r\n');

const resolverOf = (records: Record<string, string>) =>
  zoneResolver(
    Object.fromEntries(Object.entries(records).map(([name, TXT]) => [name, { TXT: [TXT] }])),
  );

const toValidate: Scenario<{ message: string; cv: string }>[] = JSON.parse(validation ?? '[]');
const cases = toValidate.flatMap(({ description, tests, 'txt-records': records }) =>
  Object.entries(tests).map(([name, { message, cv }]) => ({
    description,
    name,
    message,
    cv,
    records,
  })),
);

test('the ARC suite is available: 168 cases with an expectation, 3 without', {
  skip: absent,
}, () => {
  assert.equal(cases.filter(({ cv }) => cv !== '').length, 168);
  assert.equal(cases.filter(({ cv }) => cv === '').length, 3);
});

describe('validation', () => {
  for (const { description, name, message, cv, records } of cases) {
    // The suite does not say whether a chain that ends with cv=fail is reported as a failure; we report it.
    test(`ARC, ${description}: ${name}`, async () => {
      const { arc } = await verified(withCrlf(message), resolverOf(records));
      assert.equal(arc.result, cv === '' ? 'fail' : cv.toLowerCase(), arc.reason);
    });
  }
});

type Signing = { message: string; t: number; AS: string; AMS: string; AAR: string };
const toSign: (Scenario<Signing> & { domain: string; sel: string; privatekey: string })[] =
  JSON.parse(signing ?? '[]');

const bodyHashIn = (tags: string) => /\bbh=([^;]*)/.exec(tags)?.[1]?.replaceAll(/\s/g, '');

test('the ARC suite has 17 messages to sign, one of which gets no set', {
  skip: absent,
}, () => {
  const all = toSign.flatMap(({ tests }) => Object.values(tests));
  assert.equal(all.length, 17);
  assert.equal(all.filter(({ AS }) => AS === '').length, 1);
});

describe('signing', () => {
  for (const { tests, domain, sel, privatekey, 'txt-records': records } of toSign) {
    const signer = signerOf(createPrivateKey(privatekey), domain, sel);
    const resolve = resolverOf(records);
    for (const [name, { message, t, AS, AMS, AAR }] of Object.entries(tests)) {
      const content = withCrlf(message);
      const sealed = async () => {
        const { arc: chain, block } = await verified(content, resolve);
        if (chain.next === undefined || chain.result === 'temperror') return undefined;
        const digests = new BodyDigests();
        const digest = digests.want('relaxed');
        digests.push(halves(content).body);
        digests.end();
        const results = AAR.slice(AAR.indexOf(';') + 1)
          .trim()
          .replaceAll('\n', '\r\n ');
        const { next: instance, result, sets } = chain;
        const sealing = {
          results,
          body: { form: 'relaxed' as const, digest },
          signer,
          now: t * 1000,
        };
        const chosen = { instance, chain: { result, sets }, ...sealing };
        return { set: await seal(block, chosen), result, before: block };
      };

      if (AS === '') {
        test(`ARC, signing: ${name} gets no set`, async () => {
          assert.equal(await sealed(), undefined);
        });
        continue;
      }
      test(`ARC, signing: ${name} is valid, with the digest of the suite`, async () => {
        const { set, result, before } = (await sealed()) ?? assert.fail();
        const raw = set.map((field) => `${field.raw}\r\n`).join('');
        assert.equal(bodyHashIn(raw), bodyHashIn(AMS));
        assert.match(raw, new RegExp(`\\bcv=${/\bcv=([^;]*)/.exec(AS)?.[1]};`));
        const { arc } = await verified(raw + content, resolve);
        if (result === 'fail') {
          assert.equal(arc.reason, 'failed-before');
          return assertOwnSeal(set, before, records[`${sel}._domainkey.${domain}`] ?? '');
        }
        assert.equal(arc.result, 'pass', arc.reason);
        assert.equal(arc.sealer, domain);
      });
    }
  }
});

/** A failed chain's seal covers its own set alone (RFC 8617 section 5.1.2), which no other program verifies. */
function assertOwnSeal(set: readonly HeaderField[], before: HeaderBlock, record: string): void {
  const [sealField, message, results] = set;
  assert.ok(sealField && message && results);
  const key = readKey(record);
  assert.ok(typeof key !== 'string');
  const covered = sealedFields([], { results, message: { field: message } });
  const octets = signedOctets(covered, 'relaxed', withoutSignature(sealField));
  assert.ok(isSigned(octets, signatureIn(sealField), key));
  const signature = readSetSignature({
    field: message,
    tags: readTags(message.value) ?? assert.fail(),
  });
  assert.ok(typeof signature !== 'string');
  assert.ok(isSigned(coveredOctets(signature, before), signature.signature, key));
}

const signatureIn = ({ value }: HeaderField) =>
  base64(readTags(value)?.get('b') ?? '') ?? assert.fail();
