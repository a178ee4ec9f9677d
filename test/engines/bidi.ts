/** A connection of WebDriver BiDi (W3C): commands by number, events by name. */

export class Bidi {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #last = 0;
  onLogEntry: (entry: LogEntry) => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data))));
    socket.addEventListener('close', () => {
      for (const waiter of this.#waiting.values()) waiter.reject(new Error('the browser has gone'));
    });
  }

  static async connect(url: string): Promise<Bidi> {
    const socket = new WebSocket(url);
    const opened = Promise.withResolvers<void>();
    socket.addEventListener('open', () => opened.resolve());
    socket.addEventListener('error', () => opened.reject(new Error(`no connection to ${url}`)));
    await opened.promise;
    return new Bidi(socket);
  }

  /** @throws Error with the browser's sentence */
  async send<Result>(method: string, params: object): Promise<Result> {
    this.#last += 1;
    const answered = Promise.withResolvers<unknown>();
    this.#waiting.set(this.#last, answered);
    this.#socket.send(JSON.stringify({ id: this.#last, method, params }));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the protocol defines the shape of each command's result
    return (await answered.promise) as Result;
  }

  close(): void {
    this.#socket.close();
  }

  #take(message: Answer): void {
    if (message.type === 'event') {
      this.onLogEntry(message.params);
      return;
    }
    const waiter = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.type === 'success') waiter?.resolve(message.result);
    else waiter?.reject(new Error(`${message.error}: ${message.message}`));
  }
}

/** A line of a page's console, or (`javascript`) an error that no script caught. */
export type LogEntry = { type: string; text: string; source: { context: string } };

type Answer =
  | { type: 'event'; method: 'log.entryAdded'; params: LogEntry }
  | { type: 'success'; id: number; result: unknown }
  | { type: 'error'; id: number; error: string; message: string };
