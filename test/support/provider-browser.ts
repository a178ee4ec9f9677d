/** A browser on its way to a provider and back: it carries cookies, and follows one redirect at a time. */

import { PUBLIC_URL, type AuthUnderTest } from './auth.ts';
import type { FakeProvider } from './fake-provider.ts';

export class ProviderBrowser {
  readonly #under: AuthUnderTest;
  readonly #provider: FakeProvider;
  #cookies = '';

  constructor(under: AuthUnderTest, provider: FakeProvider) {
    this.#under = under;
    this.#provider = provider;
  }

  /** Opens one of our addresses, as a browser does: without a key. */
  async open(address: string): Promise<Response> {
    const url = new URL(address, PUBLIC_URL);
    const headers = this.#cookies === '' ? {} : { cookie: this.#cookies };
    const response = await this.#under.api.request(url.pathname + url.search, { headers });
    this.take(response);
    return response;
  }

  /** Keeps an answer's cookie. */
  take(response: Response): void {
    const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
    if (cookie !== undefined) this.#cookies = cookie;
  }

  /** From authorize to the provider; its user agrees. @returns the address of our callback, with the answer */
  async agree(address: string): Promise<string> {
    const response = await this.open(address);
    return this.#provider.visit(response.headers.get('location') ?? '');
  }

  /** All the way. @returns the destination of the sign-in */
  async signIn(address: string): Promise<URL> {
    return this.finish(await this.agree(address));
  }

  async finish(callback: string): Promise<URL> {
    const response = await this.open(callback);
    return new URL(response.headers.get('location') ?? 'about:blank');
  }
}

/** Parameters of a fragment. */
export const fragmentOf = ({ hash }: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(hash.slice(1)));
