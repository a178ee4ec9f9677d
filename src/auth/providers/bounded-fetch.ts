/** Requests to other servers: bounded in time and in octets of the response, and without redirects. */

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

export type FetchBounds = {
  /** For the whole request, in milliseconds. */
  ms: number;
  /** Of the response's body. */
  octets: number;
};

/** The remote server did not respond, or sent nothing readable. */
export class RemoteServerSilent extends Error {
  override readonly name = 'RemoteServerSilent';
}

/** @throws RemoteServerSilent if no response comes in time, or it is too long, or is a 5xx */
export function boundedFetch(fetch: Fetch, { ms, octets }: FetchBounds): Fetch {
  return async (address, init) => {
    const { host } = new URL(address);
    try {
      const signal = AbortSignal.timeout(ms);
      const response = await fetch(address, { ...init, redirect: 'manual', signal });
      if (response.status >= 500) throw new Error(`status ${response.status}`);
      const body = await read(response, octets);
      const { status, headers } = response;
      return new Response(body.length === 0 ? null : body, { status, headers });
    } catch (error) {
      // The host only: an address can contain codes.
      throw new RemoteServerSilent(`${host} does not answer: ${reasonOf(error)}`);
    }
  };
}

async function read({ body }: Response, most: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) throw new Error(`the answer is longer than ${most} octets`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
