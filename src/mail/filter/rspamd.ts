/**
 * Rspamd's protocol over HTTP (https://docs.rspamd.com/developers/protocol): the request is a message, the response
 * an action.
 */

import type { KeptClient } from '#network/kept-client.ts';
import { RemoteServerSilent } from '#network/http-client.ts';
import { contentOf, stuffingDots, unstuffDots } from '../message/dot-stuffing.ts';
import type { WireMessage } from '../message/message.ts';
import type { Origin } from '../message/received.ts';

/** A message whose octets are lent until the answer. It contains no owner's address. */
export type Question = {
  /** Of the message, as in its Received field. */
  id: string;
  message: WireMessage;
  /** The reverse-path, empty for `<>`. */
  sender: string;
  /** The aliases that it is for; for an owner's reply, its correspondent. */
  recipients: readonly string[];
  /** Its client; absent for an owner's reply, whose client is the owner's own server. */
  origin?: Pick<Origin, 'address' | 'helo' | 'tls'>;
};

/**
 * https://docs.rspamd.com/configuration/metrics, from the mildest to the hardest; `discard` and `quarantine` come
 * from plugins.
 */
export const ACTIONS = [
  'no action',
  'greylist',
  'add header',
  'rewrite subject',
  'soft reject',
  'reject',
  'discard',
  'quarantine',
] as const;

export type FilterAction = (typeof ACTIONS)[number];

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

/** The fields of the request. @param hostname our own */
function requestFields(
  { id, message, sender, recipients, origin }: Question,
  hostname: string,
  password: string,
): Record<string, string | string[]> {
  const { chunks, octets } = message;
  return {
    'Content-Length': String(octets - stuffingDots(chunks, true, Number.POSITIVE_INFINITY)),
    'Queue-Id': id,
    'MTA-Name': hostname,
    From: asField(sender || '<>'),
    Rcpt: recipients.map(asField),
    ...(origin && { IP: plainAddress(origin.address), Helo: asField(origin.helo) }),
    ...(origin?.tls && { 'TLS-Version': origin.tls }),
    ...(password !== '' && { Password: password }),
  };
}

/** UTF-8 as octets of a field, without those that would end the field. */
const asField = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');

/** IPv4 as IPv4, and without a zone. */
const plainAddress = (address: string) =>
  address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*/, '');

/** The message without its stuffing dots. */
function* piecesOf({ chunks }: WireMessage): Iterable<Buffer> {
  let before: number | undefined = LF;
  for (const chunk of chunks) {
    yield unstuffDots(chunk, before === LF);
    before = chunk.at(-1) ?? before;
  }
}

/** Reads the response, as hostile input. @returns undefined if it is not JSON, or names no action that we know */
export function readAction(answer: Buffer): FilterAction | undefined {
  let read: unknown;
  try {
    read = JSON.parse(answer.toString());
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null || !('action' in read)) return undefined;
  return ACTIONS.find((action) => action === read.action);
}
