/** Requests to one server that the operator names, over connections that are kept; bounded in time and in octets of the answer. */

import { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';

/** A socket of this machine, or a server. */
export type KeptServer =
  | { socketPath: string }
  | { /** Name or IP address, without brackets. */ host: string; port: number; isSecure: boolean };

export type KeptRequest = {
  method: 'GET' | 'POST';
  path: string;
  /** Octets as characters (latin1). */
  headers: Record<string, string | string[]>;
  /** One piece, or many with their Content-Length among the headers: copied as they leave, and not read once the answer is settled. */
  body?: Buffer | (() => Iterable<Buffer>);
  /** Ends the request. */
  signal: AbortSignal;
};

/** Further requests wait for one of them. */
export const CONNECTIONS = 20;
/** Octets of an answer. */
const ANSWER_OCTETS = 1_048_576;
/** A connection that rests is closed after this, in milliseconds. */
const IDLE_MS = 10_000;
const CONNECT_MS = 8000;

/** No answer of 200 came whole and in time. The message is a word of ours, or of the system, and none of the server's. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export class KeptRequests {
  readonly #pool: Pool;

  private constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** No connection is opened before the first request. */
  static async open(server: KeptServer): Promise<KeptRequests> {
    // 12 MiB, and 60 ms of a start.
    const { Pool } = await import('undici');
    const pool = new Pool(originOf(server), {
      ...('socketPath' in server && { socketPath: server.socketPath }),
      connections: CONNECTIONS,
      allowH2: false,
      connectTimeout: CONNECT_MS,
      // The signal bounds the whole.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      maxResponseSize: ANSWER_OCTETS,
    });
    return new KeptRequests(pool);
  }

  /** @returns the body of the answer @throws NoAnswer */
  async answer(request: KeptRequest): Promise<Buffer> {
    const first = new Exchange(request);
    try {
      return await first.over(this.#pool);
    } catch (error) {
      // A kept connection may have been closed just when it was taken.
      if (!first.isUnheard || !isClosed(error)) throw noAnswer(error);
    }
    return new Exchange(request).over(this.#pool).catch((error: unknown) => {
      throw noAnswer(error);
    });
  }

  /** Closes the connections. */
  close(): void {
    void this.#pool.destroy();
  }
}

/** One request and its answer. */
class Exchange implements Dispatcher.DispatchHandler {
  /** Nothing of an answer has come, and nobody has given it up. */
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
    if (status > 200) controller.abort(new NoAnswer(`status ${status}`));
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

  /** Before its connection stands there is no controller. */
  #giveUp(): void {
    this.isUnheard = false;
    this.#isSettled = true;
    const error = new NoAnswer('no answer in time');
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

function noAnswer(error: unknown): NoAnswer {
  return error instanceof NoAnswer ? error : new NoAnswer(errorCode(error) ?? 'no HTTP');
}

const errorCode = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
