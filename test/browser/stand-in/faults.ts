/** Failures and delays on demand: a test selects the call and the fault. */

import type { Context } from 'hono';

export type CallName =
  | 'lookUp'
  | 'exists'
  | 'insert'
  | 'update'
  | 'testMail'
  // of owners
  | 'otp'
  | 'verify'
  | 'auth'
  | 'deviceCode'
  | 'notMe'
  | 'states'
  | 'pause'
  | 'endsAt'
  | 'replyBody'
  | 'replyAddress'
  | 'knownOnly'
  | 'senders'
  | 'rule'
  | 'history'
  | 'newLink'
  | 'myData'
  | 'delete'
  | 'unasked'
  | 'keep'
  | 'discard'
  // of owners of several aliases
  | 'list'
  | 'make'
  | 'note'
  | 'keys'
  | 'newKey'
  | 'revoke';

/** An answer instead of the right one; `cut`: the connection ends without a response, also for the browser's retries. */
export type Fault = 'cut' | { status: number; body?: unknown; headers?: Record<string, string> };

export class Faults {
  readonly #faults = new Map<CallName, { fault: Fault; times: number }>();
  readonly #gates = new Map<CallName, Promise<void>>();

  /** The next `times` calls of that name fail. */
  fail(call: CallName, fault: Fault, times = Number.POSITIVE_INFINITY): void {
    this.#faults.set(call, { fault, times });
  }

  /** The calls of that name work again. */
  heal(call: CallName): void {
    this.#faults.delete(call);
  }

  /** Calls of that name wait for their answer until the returned function is called. */
  hold(call: CallName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gates.set(call, promise);
    return () => {
      // Another one may hold later calls.
      if (this.#gates.get(call) === promise) this.#gates.delete(call);
      resolve();
    };
  }

  /** The planned answer to the call, once it may be sent. */
  async meet(call: CallName, c: Context): Promise<Response | undefined> {
    await this.#gates.get(call);
    const planned = this.#faults.get(call);
    if (!planned || planned.times === 0) return undefined;
    planned.times -= 1;
    if (planned.fault === 'cut') {
      c.env.outgoing.destroy();
      return new Response(null);
    }
    const { status, body, headers } = planned.fault;
    // 204 has no content (RFC 9110 section 15.3.5).
    if (status === 204) return new Response(null, { status });
    return Response.json(body ?? null, { status, headers: headers ?? {} });
  }
}
