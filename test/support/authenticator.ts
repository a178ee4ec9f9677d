/** An authenticator in software (WebAuthn section 6), under the test's control, and its browser. */

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Cbor = Parameters<typeof isoCBOR.encode>[0];

type CreationOptions = { challenge: string; user: { id: string } };
type RequestOptions = { challenge: string };

export type Browser = {
  origin: string;
  /** Flag bits of the authenticator data: 1 present, 4 verified, 8 may be backed up, 16 is backed up. */
  flags?: number;
};

/** The octets that an attestation statement signs. */
export type Attested = { rpIdHash: Buffer; clientDataHash: Buffer; id: Buffer; point: Buffer };
/** Attestation format, and its statement. */
export type Attest = (attested: Attested) => [format: string, statement: Cbor];

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

export class Authenticator {
  counter = 0;
  readonly id = randomBytes(32);
  #userHandle = '';
  readonly #rpId: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  constructor(rpId: string) {
    this.#rpId = rpId;
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = pair.privateKey;
    this.#publicKey = pair.publicKey;
  }

  /** The result of `navigator.credentials.create`, as JSON. */
  create(
    { challenge, user }: CreationOptions,
    { origin, flags = PRESENT | VERIFIED }: Browser,
    attest: Attest = () => ['none', new Map()],
  ) {
    this.#userHandle = user.id;
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const [left, right] = [x, y].map((half) => Buffer.from(half, 'base64url'));
    if (left === undefined || right === undefined) throw new Error('a point has two halves');
    const publicKey = isoCBOR.encode(
      // COSE (RFC 9053): an EC2 key, ES256, P-256.
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, left],
        [-3, right],
      ]),
    );
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, publicKey]);
    const clientDataJSON = clientData('webauthn.create', challenge, origin);
    const [format, statement] = attest({
      rpIdHash: sha256(this.#rpId),
      clientDataHash: sha256(Buffer.from(clientDataJSON, 'base64url')),
      id: this.id,
      point: Buffer.concat([Buffer.of(4), left, right]),
    });
    const attestationObject = isoCBOR.encode(
      new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', Buffer.concat([this.#data(flags | ATTESTED), attested])],
      ]),
    );
    const response = {
      clientDataJSON,
      attestationObject: Buffer.from(attestationObject).toString('base64url'),
      transports: ['internal' as const],
    };
    return this.#credential(response);
  }

  /** The result of `navigator.credentials.get`, as JSON. */
  get({ challenge }: RequestOptions, { origin, flags = PRESENT | VERIFIED }: Browser) {
    const data = this.#data(flags);
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const hash = sha256(Buffer.from(clientDataJSON, 'base64url'));
    const signature = sign('sha256', Buffer.concat([data, hash]), this.#privateKey);
    return this.#credential({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: this.#userHandle,
    });
  }

  #data(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.#rpId), Buffer.from([flags]), counter]);
  }

  #credential<R>(response: R) {
    const id = this.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response,
      clientExtensionResults: {},
      authenticatorAttachment: 'platform' as const,
    };
  }
}

const sha256 = (octets: Buffer | string) => createHash('sha256').update(octets).digest();

function clientData(type: string, challenge: string, origin: string): string {
  const json = JSON.stringify({ type, challenge, origin, crossOrigin: false });
  return Buffer.from(json).toString('base64url');
}
