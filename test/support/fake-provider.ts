/** An OpenID provider without a server, known as https://provider.test to clients of its `fetch`. */

import { createHash, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';

export const ISSUER = 'https://provider.test';
export const CLIENT_ID = 'veilpost-client';
export const CLIENT_SECRET = 'a client secret';

type Code = { nonce: string; challenge: string; redirectUri: string };

/** The provider's deviations from a good one. */
export type Twist = {
  claims?: Record<string, unknown>;
  /** A key that signs the ID token instead of its own. */
  key?: KeyObject;
  /** A literal ID token. */
  idToken?: (claims: JWTPayload) => string;
  /** Members of its metadata. */
  metadata?: Record<string, unknown>;
  /** Parameters of its answer to the browser. */
  answer?: Record<string, string>;
  status?: Record<string, number>;
  /** Paths without an answer. */
  silent?: readonly string[];
  /** The redirect target of a path. */
  redirect?: Record<string, string>;
  /** Claims for the userinfo endpoint alone. */
  userinfo?: Record<string, unknown>;
};

export class FakeProvider {
  /** Claims of the user who signs in there. */
  claims: JWTPayload = { sub: 'subject-1', email: 'jane@corp.test', email_verified: true };
  twist: Twist = {};
  readonly asked: string[] = [];
  query = new URLSearchParams();
  readonly #silence = new AbortController();
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #codes = new Map<string, Code>();

  /** Aborts once a request gets no answer: for tests in which the timeout comes then, and not before. */
  get silence(): AbortSignal {
    return this.#silence.signal;
  }

  /** Reaches only this server. */
  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address);
    if (url.origin !== ISSUER) throw new Error(`${url.origin} is not reached`);
    init.signal?.throwIfAborted();
    const { promise, reject } = Promise.withResolvers<never>();
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    return Promise.race([promise, this.#answer(url, new Request(address, init))]);
  };

  /** A browser goes to the provider, and its user agrees. @returns the address of the redirect back */
  async visit(address: string): Promise<string> {
    const response = await this.fetch(address);
    await response.text();
    return response.headers.get('location') ?? '';
  }

  async #answer({ pathname, searchParams }: URL, request: Request): Promise<Response> {
    this.asked.push(pathname);
    if (this.twist.silent?.includes(pathname)) {
      this.#silence.abort();
      return new Promise<never>(() => {});
    }
    const redirected = (location: string) =>
      new Response(null, { status: 302, headers: { location } });
    const away = this.twist.redirect?.[pathname];
    if (away !== undefined) return redirected(away);
    const json = (value: unknown, status = 200) =>
      Response.json(value, { status: this.twist.status?.[pathname] ?? status });
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return json(this.#metadata());
      case '/keys': {
        const key = await exportJWK(this.#keys.publicKey);
        return json({ keys: [{ ...key, kid: 'one', use: 'sig', alg: 'ES256' }] });
      }
      case '/authorize':
        this.query = searchParams;
        return redirected(this.#agreed(searchParams));
      case '/token': {
        const answer = await this.#tokens(request, new URLSearchParams(await request.text()));
        return json(answer, 'error' in answer ? 400 : 200);
      }
      case '/userinfo':
        return json(this.twist.userinfo ?? {});
      default:
        return new Response(null, { status: 404 });
    }
  }

  #metadata(): Record<string, unknown> {
    return {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      jwks_uri: `${ISSUER}/keys`,
      ...(this.twist.userinfo && { userinfo_endpoint: `${ISSUER}/userinfo` }),
      id_token_signing_alg_values_supported: ['ES256'],
      ...this.twist.metadata,
    };
  }

  #agreed(query: URLSearchParams): string {
    const code = randomUUID();
    this.#codes.set(code, {
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
      redirectUri: query.get('redirect_uri') ?? '',
    });
    const back = new URL(query.get('redirect_uri') ?? ISSUER);
    const answer = { code, state: query.get('state') ?? '', ...this.twist.answer };
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    return back.href;
  }

  async #tokens({ headers }: Request, form: URLSearchParams): Promise<object> {
    const basic = Buffer.from(headers.get('authorization')?.replace('Basic ', '') ?? '', 'base64');
    // RFC 6749 section 2.3.1.
    const [id, secret] =
      new URLSearchParams(basic.toString().replace(':', '=')).entries().next().value ?? [];
    if (id !== CLIENT_ID || secret !== CLIENT_SECRET) return { error: 'invalid_client' };
    const code = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    if (code?.challenge !== challenge || code.redirectUri !== form.get('redirect_uri')) {
      return { error: 'invalid_grant' };
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: ISSUER,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 300,
      nonce: code.nonce,
      ...this.claims,
      ...this.twist.claims,
    };
    const signed = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' });
    const idToken =
      this.twist.idToken?.(claims) ?? (await signed.sign(this.twist.key ?? this.#keys.privateKey));
    return { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken };
  }
}
