/**
 * Rspamd's protocol over HTTP (https://docs.rspamd.com/developers/protocol): the request is a message, the response
 * an action.
 */

import type { KeptClient } from '#network/kept-client.ts';
import { RemoteServerSilent } from '#network/remote-server-silent.ts';
import { contentOf, unstuffDots } from '../message/dot-stuffing.ts';
import type { WireMessage } from '../message/message.ts';
import { type FilterAction, readAction } from './answer.ts';
import { type Question, requestFields } from './question.ts';

const LF = 10;
/** A larger message is sent in pieces. */
const MOST_AT_ONCE = 65_536;

export type RspamdOptions = {
  requests: Pick<KeptClient, 'answer'>;
  /** Empty: none. */
  password: string;
  /** Our own name. */
  hostname: string;
};

export class Rspamd {
  readonly #options: RspamdOptions;

  constructor(options: RspamdOptions) {
    this.#options = options;
  }

  /**
   * The message's octets are read until the promise is settled, and not after it.
   * @param signal ends the request
   * @throws RemoteServerSilent
   */
  async check(question: Question, signal: AbortSignal): Promise<FilterAction> {
    const { requests, hostname, password } = this.#options;
    const headers = requestFields(question, hostname, password);
    const { message } = question;
    const body = message.octets <= MOST_AT_ONCE ? contentOf(message) : () => piecesOf(message);
    const asked = { method: 'POST', path: '/checkv2', headers, body, signal } as const;
    const action = readAction(await requests.answer(asked));
    if (action === undefined) throw new RemoteServerSilent('unknown action');
    return action;
  }

  /** Resolves if the filter responds. @throws RemoteServerSilent */
  async ping(signal: AbortSignal): Promise<void> {
    await this.#options.requests.answer({ method: 'GET', path: '/ping', headers: {}, signal });
  }
}

/** The message without its stuffing dots. */
function* piecesOf({ chunks }: WireMessage): Iterable<Buffer> {
  let before: number | undefined = LF;
  for (const chunk of chunks) {
    yield unstuffDots(chunk, before === LF);
    before = chunk.at(-1) ?? before;
  }
}
