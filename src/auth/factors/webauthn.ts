/**
 * WebAuthn (https://www.w3.org/TR/webauthn-3/) as this site's relying party. @simplewebauthn/server checks the answers; it
 * is loaded at first use, so that a start does not wait for it.
 */

import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { SHARED_COUNTER } from '#store/sessions/passkeys.ts';

/** As JSON (WebAuthn section 5.1.8 and 5.1.9), for the browser. */
export type WebAuthnOptions = { type: 'create' | 'request'; publicKey: object };

/** The result of `navigator.credentials.create`, as JSON; octets are base64url. */
export type AttestationResponse = {
  id: string;
  clientDataJSON: string;
  attestationObject: string;
  transports: string[];
};

/** The result of `navigator.credentials.get`. */
export type AssertionResponse = {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  /** Of a discoverable credential; undefined: none. */
  userHandle: string | undefined;
};

export type Credential = {
  /** base64url. */
  id: string;
  /** COSE, base64url. */
  publicKey: string;
  /** The authenticator's signature counter; many stay at 0, and `SHARED_COUNTER`. */
  counter: number;
  transports: string[];
};

/** Options for the browser, and the challenge in them, which must be stored. */
export type Ceremony = { challenge: string; options: WebAuthnOptions };

export type Registration = {
  /** Unique to the credential's owner; in some authenticators a second credential with it replaces the first. */
  userHandle: string;
  /** Shown by the authenticator. */
  userName: string;
  /** Credentials that the person already has. */
  known: readonly Pick<Credential, 'id' | 'transports'>[];
};

/** `passkey`: discoverable, and the person was verified (PIN, fingerprint); `second-factor`: presence is enough. */
export type Use = 'passkey' | 'second-factor';

/** A browser's timeout in milliseconds, the same as our challenges'. */
const TIMEOUT_MS = 300_000;
const CHALLENGE_OCTETS = 32;
const NAME = 'Veilpost';
/** COSE algorithms, one of which every current authenticator supports: EdDSA, ES256, RS256 (RFC 9053, RFC 8812). */
const ALGORITHMS = [-8, -7, -257];

/** A browser gets no more than these: not the counter of our row, and not its public key. */
const described = ({ id, transports }: Pick<Credential, 'id' | 'transports'>) => ({
  id,
  transports,
});

export class RelyingParty {
  readonly #id: string;
  readonly #origin: string;

  /** @param publicUrl origin of the public site */
  constructor(publicUrl: string) {
    const { hostname, origin } = new URL(publicUrl);
    this.#id = hostname;
    this.#origin = origin;
  }

  /** WebAuthn section 5.1.2: the relying party's id is a domain, never an IP address. */
  static isPossible(publicUrl: string): boolean {
    return isIP(new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')) === 0;
  }

  async registration(use: Use, { userHandle, userName, known }: Registration): Promise<Ceremony> {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const passkey = use === 'passkey';
    const publicKey = await generateRegistrationOptions({
      rpName: NAME,
      rpID: this.#id,
      userID: new Uint8Array(Buffer.from(userHandle)),
      userName,
      userDisplayName: userName,
      challenge: new Uint8Array(randomBytes(CHALLENGE_OCTETS)),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known.map(described),
      authenticatorSelection: {
        residentKey: passkey ? 'required' : 'discouraged',
        userVerification: passkey ? 'required' : 'preferred',
      },
    });
    return { challenge: publicKey.challenge, options: { type: 'create', publicKey } };
  }

  /** @param known empty: the authenticator offers its passkeys for this site */
  async authentication(
    use: Use,
    known: readonly Pick<Credential, 'id' | 'transports'>[],
  ): Promise<Ceremony> {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const publicKey = await generateAuthenticationOptions({
      rpID: this.#id,
      challenge: new Uint8Array(randomBytes(CHALLENGE_OCTETS)),
      timeout: TIMEOUT_MS,
      allowCredentials: known.map(described),
      userVerification: use === 'passkey' ? 'required' : 'preferred',
    });
    return { challenge: publicKey.challenge, options: { type: 'request', publicKey } };
  }

  /** @returns undefined if it does not answer the challenge, or not for this site */
  async registered(
    use: Use,
    expectedChallenge: string,
    { id, clientDataJSON, attestationObject, transports }: AttestationResponse,
  ): Promise<Credential | undefined> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    try {
      if (!(await isPlainAttestation(attestationObject))) return undefined;
      const { registrationInfo } = await verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          response: { clientDataJSON, attestationObject, transports },
          clientExtensionResults: {},
        },
        expectedChallenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#id,
        requireUserVerification: use === 'passkey',
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (registrationInfo === undefined || registrationInfo.credential.id !== id) return undefined;
      const { publicKey, counter: own } = registrationInfo.credential;
      const counter = isShared(registrationInfo) ? SHARED_COUNTER : own;
      return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
    } catch {
      // The library reports a mismatch by a plain Error.
      return undefined;
    }
  }

  /** @returns the counter to keep; undefined if the answer is invalid, or the counter of a single device's credential went back */
  async authenticated(
    use: Use,
    expectedChallenge: string,
    { id, clientDataJSON, authenticatorData, signature }: AssertionResponse,
    credential: Pick<Credential, 'id' | 'publicKey' | 'counter'>,
  ): Promise<number | undefined> {
    if (id !== credential.id) return undefined;
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          response: { clientDataJSON, authenticatorData, signature },
          clientExtensionResults: {},
        },
        expectedChallenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#id,
        requireUserVerification: use === 'passkey',
        credential: {
          id,
          publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
          // The library requires a higher one.
          counter: Math.max(0, credential.counter),
        },
      });
      if (!verified) return undefined;
      if (credential.counter !== SHARED_COUNTER) return authenticationInfo.newCounter;
      // Section 7.2 step 16: the flag BE never changes. A copy of a key of one device cannot set it later.
      return isShared(authenticationInfo) ? SHARED_COUNTER : undefined;
    } catch {
      return undefined;
    }
  }
}

/** The flag BE: the credential may be backed up, and is then on several devices. */
const isShared = ({ credentialDeviceType: type }: { credentialDeviceType: string }): boolean =>
  type === 'multiDevice';

/**
 * We do not request attestation, so browsers send none, or the credential's own signature (WebAuthn section 5.1.3). A
 * certificate chain is not examined: the library would fetch addresses in it.
 */
async function isPlainAttestation(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(
    new Uint8Array(Buffer.from(attestationObject, 'base64url')),
  );
  const format = decoded.get('fmt');
  if (format === 'none') return true;
  return format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
}
