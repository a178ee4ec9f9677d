/** A server that sends mail as all do: it retries a message, the same octets, until it is accepted or rejected permanently. */

import { setTimeout as pause } from 'node:timers/promises';
import { SmtpClient } from '#support/smtp-client.ts';

/** The pauses of real servers, scaled down: between two messages, and before another attempt at one. */
const NEXT_MS = 40;
const RETRY_MS = 100;
/** Messages over one connection before the sender closes it. */
const MAILS_A_CONNECTION = 20;

export type Mail = { id: string; alias: string; real: string };

export class MailSender {
  /** Messages answered with 250. */
  readonly taken: Mail[] = [];
  /** Attempts cut after the final dot, by the mail's id: the sender does not know their outcome. */
  readonly uncertain = new Map<string, number>();
  /** Replies 5yz: the message is returned to its author. */
  readonly refused: string[] = [];
  /** Replies 4yz, and all cut connections. */
  readonly deferred: string[] = [];
  cuts = 0;
  readonly #port: number;
  readonly name: string;
  #client: SmtpClient | undefined;
  #sent = 0;

  constructor(port: number, name: string) {
    this.#port = port;
    this.name = name;
  }

  /** Sends messages in turn until it is stopped; the last is sent to its end. @param next the alias, and its owner */
  async sendUntil(over: () => boolean, next: () => Omit<Mail, 'id'>): Promise<void> {
    for (let i = 0; !over(); i++) {
      await this.#send({ id: `${this.name}-${i}`, ...next() });
      await pause(NEXT_MS);
    }
    await this.#leave();
  }

  async #send(mail: Mail): Promise<void> {
    for (;;) {
      const reply = await this.#attempt(mail);
      if (reply.startsWith('2')) return void this.taken.push(mail);
      if (reply.startsWith('5')) return void this.refused.push(`${mail.id}: ${reply}`);
      if (reply !== '') this.deferred.push(reply);
      await pause(RETRY_MS);
    }
  }

  /** @returns the decisive reply, or '' without one */
  async #attempt({ id, alias }: Mail): Promise<string> {
    let behindTheDot = false;
    try {
      const client = (this.#client ??= await SmtpClient.greeted(this.#port));
      const envelope = [`MAIL FROM:<${this.name}@origin.test>`, `RCPT TO:<${alias}>`, 'DATA'];
      for (const command of envelope) {
        const reply = await client.say(command);
        if (!/^[23]/.test(reply)) {
          this.#end();
          return reply;
        }
      }
      client.send(
        `From: <${this.name}@origin.test>\r\nTo: <${alias}>\r\nMessage-ID: <${id}@origin.test>\r\n\r\nMail ${id}.\r\n.\r\n`,
      );
      behindTheDot = true;
      const reply = await client.reply();
      this.#sent += 1;
      if (this.#sent % MAILS_A_CONNECTION === 0) await this.#leave();
      return reply;
    } catch {
      this.cuts += 1;
      if (behindTheDot) this.uncertain.set(id, (this.uncertain.get(id) ?? 0) + 1);
      this.#end();
      return '';
    }
  }

  async #leave(): Promise<void> {
    await this.#client?.say('QUIT').catch(() => {});
    this.#end();
  }

  #end(): void {
    this.#client?.destroy();
    this.#client = undefined;
  }
}
