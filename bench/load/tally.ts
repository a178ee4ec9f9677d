/** The outcome of each message of a load. */

export class Tally {
  readonly messages: number;
  /** Messages that arrived with another length. */
  short = 0;
  /** Samples without a valid proof at the verifier after the engine. */
  unproven = 0;
  /** Copies beyond the first. */
  repeated = 0;
  /** Number of deferrals (4yz) and retries. */
  deferred = 0;
  /** Milliseconds from the sending of a message to its 250, and to its arrival in the sink. */
  readonly replyMs: Float64Array;
  readonly arrivalMs: Float64Array;
  readonly #firstId: number;
  readonly #octets: number;
  readonly #sentAt: Float64Array;
  readonly #copies: Uint8Array;
  /** Connections that ended between a message's final dot and its verdict. */
  readonly #uncertain: Uint8Array;
  readonly #allArrived = Promise.withResolvers<void>();
  #missing: number;

  /** @param octets of each message */
  constructor(firstId: number, messages: number, octets: number) {
    this.messages = messages;
    this.replyMs = new Float64Array(messages);
    this.arrivalMs = new Float64Array(messages);
    this.#firstId = firstId;
    this.#octets = octets;
    this.#sentAt = new Float64Array(messages);
    this.#copies = new Uint8Array(messages);
    this.#uncertain = new Uint8Array(messages);
    this.#missing = messages;
  }

  /** Messages that have not arrived. */
  get lost(): number {
    return this.#missing;
  }

  /** Resolves when each message has arrived at least once. */
  get allArrived(): Promise<void> {
    return this.#allArrived.promise;
  }

  /** Messages with more copies than the ends of connections explain. */
  get unexplained(): number {
    return this.#copies.filter((copies, i) => copies > 1 + (this.#uncertain[i] ?? 0)).length;
  }

  uncertain(id: number): void {
    const i = id - this.#firstId;
    this.#uncertain[i] = (this.#uncertain[i] ?? 0) + 1;
  }

  sent(id: number): void {
    this.#sentAt[id - this.#firstId] = performance.now();
  }

  accepted(id: number): void {
    const i = id - this.#firstId;
    this.replyMs[i] = performance.now() - (this.#sentAt[i] ?? 0);
  }

  arrived(id: number, octets: number): void {
    const i = id - this.#firstId;
    // Of an earlier load.
    if (i < 0 || i >= this.messages) return;
    const copies = (this.#copies[i] = (this.#copies[i] ?? 0) + 1);
    if (octets !== this.#octets) this.short += 1;
    if (copies > 1) {
      this.repeated += 1;
      return;
    }
    this.arrivalMs[i] = performance.now() - (this.#sentAt[i] ?? 0);
    this.#missing -= 1;
    if (this.#missing === 0) this.#allArrived.resolve();
  }
}
