/** What a test of the sending side needs beside a fake next hop. */

import { connect } from 'node:net';
import type { Envelope, WireMessage } from '#mail/message/message.ts';
import type { Log } from '#mail/smtp/log.ts';
import { createNextHop, type NextHopOptions } from '#mail/smtp/send/create-next-hop.ts';
import type { NextHop } from '#mail/smtp/send/next-hop.ts';
import { FakeClock } from './fake-clock.ts';

export const envelope: Envelope = {
  reversePath: 'sender@origin.test',
  forwardPath: 'real@mailbox.test',
  utf8: false,
};

/** A message in wire form. @param pieces where its chunks are cut */
export function wireMessage(...pieces: string[]): WireMessage {
  const chunks = pieces.map((piece) => Buffer.from(piece, 'latin1'));
  const all = Buffer.concat(chunks);
  return { chunks, octets: all.length, eightBit: all.some((octet) => octet > 127) };
}

export const message = wireMessage('Subject: hello\r\n\r\n', 'Hello.\r\n..dotted\r\n');

/** Lines as a log keeps them. */
export class RecordingLog implements Log {
  readonly lines: string[] = [];
  readonly debug = (fields: object, event: string): void => this.#keep('debug', fields, event);
  readonly info = (fields: object, event: string): void => this.#keep('info', fields, event);
  readonly warn = (fields: object, event: string): void => this.#keep('warn', fields, event);

  #keep(level: string, fields: object, event: string): void {
    this.lines.push(`${level} ${event} ${JSON.stringify(fields)}`);
  }
}

export type Sending = { nextHop: NextHop; clock: FakeClock; log: RecordingLog; deadline: number };

/** A next hop that relays to a port of this machine, on a clock that stands still. */
export function sendingTo(port: number, options: Partial<NextHopOptions> = {}): Sending {
  const clock = new FakeClock();
  const log = new RecordingLog();
  const nextHop = createNextHop({
    target: { kind: 'relay', host: '127.0.0.1', port, tls: 'opportunistic' },
    hostname: 'mx.ours.test',
    connect,
    clock,
    log,
    secondTryMs: 0,
    ...options,
  });
  return { nextHop, clock, log, deadline: clock.now() + 150_000 };
}
