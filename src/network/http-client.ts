/**
 * The client of other servers, for one request to each; a redirect is never followed. guarded-way.ts is its way to a
 * server that others name, kept-client.ts the client for many requests to one server.
 */

/** No usable response came in time. The message is ours or the system's, never the server's. */
export class RemoteServerSilent extends Error {
  override readonly name = 'RemoteServerSilent';
}

/** The needed parts of `fetch`: method, headers, a body of text or octets, and the signal. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

export type HttpClientOptions = {
  /** The way to the server; absent: Node's own `fetch`, which reaches any. */
  over?: Fetch;
  /** Absent: the caller's signal limits the time, and the caller reads the body. */
  bounds?: {
    /** For the whole request, in milliseconds. */
    ms: number;
    /** Of the response's body. */
    octets: number;
  };
};

/** With bounds it throws RemoteServerSilent if no response comes in time, or it is too long, or is a 5xx. */
export function httpClient({ over = unguarded, bounds }: HttpClientOptions = {}): Fetch {
  if (bounds === undefined) return over;
  return async (address, init) => {
    const { host } = new URL(address);
    try {
      const signal = AbortSignal.timeout(bounds.ms);
      const response = await over(address, { ...init, redirect: 'manual', signal });
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
