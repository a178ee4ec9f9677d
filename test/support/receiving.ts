/** Our receiver on a port chosen by the system, closed at the end of the test. */

import { EventEmitter, once } from 'node:events';
import type { TestContext } from 'node:test';
import { Receiver, type ReceiverOptions } from '#mail/smtp/receive/receiver.ts';
import { systemClock } from '#time/clock.ts';
import type { WireMessage } from '#mail/message/message.ts';
import type {
  ConnectedClient,
  EnvelopeMailbox,
  Policy,
  Verdict,
} from '#mail/smtp/receive/policy.ts';
import { type Reply, reply } from '#mail/smtp/reply.ts';
import { SmtpClient } from './smtp-client.ts';

export type Receiving = Awaited<ReturnType<typeof receiving>>;

export async function receiving(test: TestContext, options: Partial<ReceiverOptions> = {}) {
  const policy = new RecordingPolicy();
  const receiver = new Receiver({
    hostname: 'mx.alias.test',
    policy: policy.open,
    clock: systemClock,
    inFlight: { octets: 256 * 1024 * 1024, blockShare: 1 },
    blockOf: (address) => address,
    onFault: (error) => {
      throw error;
    },
    ...options,
  });
  const port = await receiver.listen(0, '127.0.0.1');
  test.after(() => receiver.close(0));
  return { port, receiver, policy };
}

/** A receiver, and a client that has sent EHLO. */
export async function greeted(test: TestContext, options: Partial<ReceiverOptions> = {}) {
  const all = await receiving(test, options);
  return { ...all, client: await SmtpClient.greeted(all.port) };
}

const OK = reply(250, '2.0.0', 'OK');
export type Recorded = {
  sender: EnvelopeMailbox | null;
  recipients: string[];
  /** Wire octets as latin1. */
  octets: string;
  message: WireMessage;
};

export class RecordingPolicy {
  readonly messages: Recorded[] = [];
  readonly clients: ConnectedClient[] = [];
  /** `acknowledged` (`uncertain` if it may not be), `halfClosed` and `closed`, in the order of their calls. */
  readonly events: string[] = [];
  readonly #calls = new EventEmitter();
  /** The answers of the next calls; by default everything is accepted at once. */
  onMail: () => Reply | Promise<Reply> = () => OK;
  onRecipient: (mailbox: EnvelopeMailbox) => Reply | Promise<Reply> = () => OK;
  onMessage: () => Promise<Verdict> = () => Promise.resolve(OK);

  readonly open = (client: ConnectedClient): Policy => {
    this.clients.push(client);
    let sender: EnvelopeMailbox | null = null;
    let recipients: string[] = [];
    return {
      mail: (from) => {
        sender = from;
        return this.onMail();
      },
      recipient: (mailbox) => {
        recipients.push(mailbox.address);
        return this.onRecipient(mailbox);
      },
      message: () => ({
        header: () => {},
        body: () => {},
        end: (message) => {
          const octets = Buffer.concat(message.chunks).toString('latin1');
          this.messages.push({ sender, recipients, octets, message });
          return this.onMessage();
        },
      }),
      reset: () => {
        recipients = [];
      },
      acknowledged: (isCertain) => this.#hear(isCertain ? 'acknowledged' : 'uncertain'),
      halfClosed: () => this.#hear('halfClosed'),
      closed: () => this.#hear('closed'),
    };
  };

  /** Lets a RCPT wait for its answer. `asked` resolves when it waits. */
  holdRecipient(): { asked: Promise<void>; found: () => void } {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<Reply>();
    this.onRecipient = () => {
      asked.resolve();
      return answer.promise;
    };
    return { asked: asked.promise, found: () => answer.resolve(reply(250, '2.1.5', 'OK')) };
  }

  /** Resolves when the given number of connections has ended. */
  untilClosed(count: number): Promise<void> {
    return this.#until('closed', count);
  }

  /** Resolves when one client has closed its side. */
  untilHalfClosed(): Promise<void> {
    return this.#until('halfClosed', 1);
  }

  async #until(awaited: 'halfClosed' | 'closed', count: number): Promise<void> {
    while (this.events.filter((event) => event === awaited).length < count) {
      await once(this.#calls, 'event');
    }
  }

  #hear(event: 'acknowledged' | 'uncertain' | 'halfClosed' | 'closed'): void {
    this.events.push(event);
    this.#calls.emit('event');
  }
}
