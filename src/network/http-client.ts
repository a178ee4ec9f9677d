/**
 * The client of other servers. A redirect is never followed. Guarded requests go over HTTPS, and never into a private
 * network; kept connections lead to one server that the operator names.
 */

import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import { type Guard, guardedLookup } from './guarded-lookup.ts';

/** The needed parts of `fetch`: method, headers, a body of text or octets, and the signal. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

export type HttpClientOptions = {
  /** Absent: any server is reached, by Node's own `fetch`. */
  guard?: Guard;
  /** Another way to the server, instead of `guard`. */
  over?: Fetch;
  /** Absent: the caller's signal limits the time, and the caller reads the body. */
  bounds?: {
    /** For the whole request, in milliseconds. */
    ms: number;
    /** Of the response's body. */
    octets: number;
  };
};

/** No usable response came in time. The message is ours or the system's, never the server's. */
export class RemoteServerSilent extends Error {
  override readonly name = 'RemoteServerSilent';
}

/** With bounds it throws RemoteServerSilent if no response comes in time, or it is too long, or is a 5xx. */
export function httpClient({ guard, over, bounds }: HttpClientOptions = {}): Fetch {
  const way = over ?? (guard === undefined ? unguarded : guarded(guard));
  if (bounds === undefined) return way;
  return async (address, init) => {
    const { host } = new URL(address);
    try {
      const signal = AbortSignal.timeout(bounds.ms);
      const response = await way(address, { ...init, redirect: 'manual', signal });
      if (response.status >= 500) throw new Error(`status ${response.status}`);
      const body = await read(response, bounds.octets);
      const { status, headers } = response;
      return new Response(body.length === 0 ? null : body, { status, headers });
    } catch (error) {
      // The host only: an address can contain codes.
      throw new RemoteServerSilent(`${host} does not answer: ${reasonOf(error)}`);
    }
  };
}

/**
 * Posts, and does not read the body of the response.
 * @param ms from the lookup until the status @returns the status @throws Error if none comes in time
 */
export async function post(
  fetch: Fetch,
  address: string,
  init: Pick<RequestInit, 'headers' | 'body'>,
  ms: number,
): Promise<number> {
  const signal = AbortSignal.timeout(ms);
  const response = await fetch(address, { ...init, method: 'POST', signal });
  await response.body?.cancel();
  return response.status;
}

const unguarded: Fetch = (address, init) => fetch(address, { ...init, redirect: 'manual' });

async function read({ body }: Response, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let room = most;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    room -= chunk.length;
    if (room < 0) throw new Error(`the answer is longer than ${most} octets`);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function guarded(guard: Guard): Fetch {
  return async (address, init) => {
    const url = new URL(address);
    if (url.protocol !== 'https:') throw new TypeError('only https is allowed');
    const { method = 'GET', signal, body } = init;
    const given = new Headers(init.headers);
    if (body instanceof URLSearchParams) {
      given.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
    }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const sent = httpsRequest(url, {
      method,
      headers: Object.fromEntries(given),
      // Connections are not reused: the address is checked each time.
      agent: false,
      ca: guard.ca,
      signal: signal ?? undefined,
      lookup: guardedLookup(url.hostname, guard),
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    const form = body instanceof URLSearchParams ? body.toString() : body;
    sent.end(typeof form === 'string' || form instanceof Uint8Array ? form : null);
    return responseOf(await promise);
  };
}

/** Statuses whose response has no body: https://fetch.spec.whatwg.org/#null-body-status */
const WITHOUT_BODY = [204, 205, 304];

function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 502;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const body = WITHOUT_BODY.includes(status) ? null : Readable.toWeb(incoming);
  if (body === null) incoming.resume();
  return new Response(body, { status, headers });
}

/** A socket of this machine, or a server. */
export type KeptServer =
  | { socketPath: string }
  | { /** Name or IP address, without brackets. */ host: string; port: number; isSecure: boolean };

export type KeptRequest = {
  method: 'GET' | 'POST';
  path: string;
  /** Octets as characters (latin1). */
  headers: Record<string, string | string[]>;
  /**
   * One piece, or many with their Content-Length among the headers: copied as they are sent, and not read once the
   * response is complete.
   */
  body?: Buffer | (() => Iterable<Buffer>);
  /** Ends the request. */
  signal: AbortSignal;
};

/** Further requests wait for a free connection. */
export const CONNECTIONS = 20;
/** Most octets of a response. */
const KEPT_OCTETS = 1_048_576;
/** An idle connection is closed after this, in milliseconds. */
const IDLE_MS = 10_000;
const CONNECT_MS = 8000;

export type KeptClient = Awaited<ReturnType<typeof keptClient>>;

/** The client of one server over kept connections. None is opened before the first request. */
export async function keptClient(server: KeptServer) {
  // Loaded only now, as it costs 12 MiB and 60 ms of a start.
  const { Pool } = await import('undici');
  const pool = new Pool(originOf(server), {
    ...('socketPath' in server && { socketPath: server.socketPath }),
    connections: CONNECTIONS,
    allowH2: false,
    connectTimeout: CONNECT_MS,
    // The signal limits the total time.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxResponseSize: KEPT_OCTETS,
  });
  return {
    /**
     * @returns the body of a response of 200, as octets: a `Response` would cost a third of the request again
     * @throws RemoteServerSilent
     */
    async answer(request: KeptRequest): Promise<Buffer> {
      const first = new Exchange(request);
      try {
        return await first.over(pool);
      } catch (error) {
        // A kept connection may have been closed just as it was reused.
        if (!first.isUnheard || !isClosed(error)) throw silence(error);
      }
      return new Exchange(request).over(pool).catch((error: unknown) => {
        throw silence(error);
      });
    },
    /** Closes the connections. */
    close(): void {
      void pool.destroy();
    },
  };
}

/** One request and its response. */
class Exchange implements Dispatcher.DispatchHandler {
  /** No response has started, and the request is not canceled. */
  isUnheard = true;
  readonly #request: KeptRequest;
  readonly #answer = Promise.withResolvers<Buffer>();
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;

  constructor(request: KeptRequest) {
    this.#request = request;
    request.signal.addEventListener('abort', () => this.#giveUp(), { once: true });
    if (request.signal.aborted) this.#giveUp();
  }

  over(pool: Pool): Promise<Buffer> {
    const { method, path, headers, body } = this.#request;
    const sent = typeof body === 'function' ? Readable.from(this.#copies(body())) : body;
    if (!this.#isSettled) pool.dispatch({ method, path, headers, body: sent ?? null }, this);
    return this.#answer.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isSettled) this.#giveUp();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    this.isUnheard = false;
    if (status > 200) controller.abort(new RemoteServerSilent(`status ${status}`));
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#isSettled = true;
    this.#answer.resolve(Buffer.concat(this.#chunks));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#isSettled = true;
    this.#answer.reject(error);
  }

  /** Without a controller until it has a connection. */
  #giveUp(): void {
    this.isUnheard = false;
    this.#isSettled = true;
    const error = new RemoteServerSilent('no answer in time');
    this.#controller?.abort(error);
    this.#answer.reject(error);
  }

  *#copies(pieces: Iterable<Buffer>): Iterable<Buffer> {
    for (const piece of pieces) {
      yield Buffer.from(piece);
      if (this.#isSettled) return;
    }
  }
}

function originOf(server: KeptServer): string {
  if ('socketPath' in server) return 'http://localhost';
  const { host, port, isSecure } = server;
  const name = host.includes(':') ? `[${host}]` : host;
  return `${isSecure ? 'https' : 'http'}://${name}:${port}`;
}

const isClosed = (error: unknown) =>
  /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(errorCode(error) ?? '');

function silence(error: unknown): RemoteServerSilent {
  return error instanceof RemoteServerSilent
    ? error
    : new RemoteServerSilent(errorCode(error) ?? 'no HTTP');
}

const errorCode = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
