/**
 * The client of one server that the operator names, over kept connections. Time and octets of a response are bounded.
 * It is apart from guarded-way.ts, so that a simulation of its callers loads no HTTPS of Node.
 */

import { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import { RemoteServerSilent } from './http-client.ts';

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
