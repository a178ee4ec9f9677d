/** Requests to one server that the operator names, over connections that are kept; bounded in time and in octets of the answer. */

import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent, request as requestByTls } from 'node:https';

/** A socket of this machine, or a server. */
export type KeptServer =
  | { socketPath: string }
  | { /** Name or IP address, without brackets. */ host: string; port: number; isSecure: boolean };

export type KeptRequest = {
  method: 'GET' | 'POST';
  path: string;
  /** Octets as characters (latin1). Without Content-Length a body goes out in chunks. */
  headers: Record<string, string | string[]>;
  /** Its pieces from the first on, taken as the server reads. They are read until the answer is settled, and not after it. */
  body?: () => Iterable<Buffer>;
  /** Ends the request. */
  signal: AbortSignal;
};

/** Octets of an answer. */
const ANSWER_OCTETS = 1_048_576;
/** A connection that rests is closed after this, in milliseconds. */
const IDLE_MS = 10_000;

/** No answer of 200 came whole and in time. The message is a word of ours, or of the system, and none of the server's. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

export class KeptRequests {
  readonly #server: KeptServer;
  readonly #isSecure: boolean;
  readonly #agent: Agent;

  constructor(server: KeptServer) {
    this.#server = server;
    this.#isSecure = 'isSecure' in server && server.isSecure;
    const kept = { keepAlive: true, timeout: IDLE_MS };
    this.#agent = this.#isSecure ? new TlsAgent(kept) : new Agent(kept);
  }

  /**
   * A kept connection may have been closed just when it was taken: then another one is tried.
   * @returns the body of the answer
   * @throws NoAnswer
   */
  async answer({ signal, body, ...asked }: KeptRequest): Promise<Buffer> {
    for (;;) {
      const options = { ...this.#server, ...asked, agent: this.#agent };
      const sent = this.#isSecure ? requestByTls(options) : request(options);
      signal.addEventListener('abort', () => sent.destroy(), { once: true });
      if (signal.aborted) sent.destroy();
      try {
        return await exchange(sent, body?.() ?? []);
      } catch (error) {
        const wasKept = sent.reusedSocket && /^(?:ECONNRESET|EPIPE)$/.test(errorCode(error) ?? '');
        if (!wasKept || signal.aborted) throw new NoAnswer(reasonOf(error, signal));
      }
    }
  }

  /** Closes the connections that rest. */
  close(): void {
    this.#agent.destroy();
  }
}

/** Settled once the connection no longer reads the body. */
async function exchange(sent: ClientRequest, body: Iterable<Buffer>): Promise<Buffer> {
  const closed = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Buffer>();
  const cutOff = () => answer.reject(new NoAnswer('cut off'));
  // Without a response nothing else ends it; with one its own end comes first.
  sent.once('close', closed.resolve).once('close', cutOff).on('error', answer.reject);
  sent.once('response', (incoming) => {
    sent.off('close', cutOff);
    incoming.once('close', cutOff);
    read(incoming, answer);
  });
  write(sent, body[Symbol.iterator]());
  try {
    return await answer.promise;
  } catch (error) {
    sent.destroy();
    throw error;
  } finally {
    // An answer may come before the body is out.
    if (!sent.writableFinished) sent.destroy();
    await closed.promise;
  }
}

function write(sent: ClientRequest, pieces: Iterator<Buffer>): void {
  while (!sent.destroyed) {
    const { done, value } = pieces.next();
    if (done) return void sent.end();
    if (!sent.write(value)) return void sent.once('drain', () => write(sent, pieces));
  }
}

function read(incoming: IncomingMessage, answer: PromiseWithResolvers<Buffer>): void {
  if (incoming.statusCode !== 200) {
    return answer.reject(new NoAnswer(`status ${incoming.statusCode}`));
  }
  const chunks: Buffer[] = [];
  let octets = 0;
  incoming.on('data', (chunk: Buffer) => {
    octets += chunk.length;
    if (octets > ANSWER_OCTETS) answer.reject(new NoAnswer('an answer too long'));
    else chunks.push(chunk);
  });
  incoming.once('error', answer.reject);
  incoming.once('end', () => answer.resolve(Buffer.concat(chunks)));
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time';
  return error instanceof NoAnswer ? error.message : (errorCode(error) ?? 'no HTTP');
}

const errorCode = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
