/** Requests over connections that stay open, one under way on each: written for low overhead, not for generality. */

import { once } from 'node:events';
import { connect } from 'node:net';

export type Load = {
  port: number;
  connections: number;
  requests: number;
  /** The whole request, head and body. */
  next: () => string;
  /** The required status of each answer. */
  expected: number;
  /** Called with each answer, head and body. */
  answered?: (text: string) => void;
};

/** Times in milliseconds. */
export type Result = { perSecond: number; p50: number; p99: number; longest: number };

export async function runHttpLoad({
  port,
  connections,
  requests,
  next,
  expected,
  answered,
}: Load): Promise<Result> {
  const times: number[] = [];
  let left = requests;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await once(socket, 'connect');
      let received = '';
      let whole: () => void = () => {};
      socket.setEncoding('latin1').on('data', (text: string) => {
        received += text;
        if (isWhole(received)) whole();
      });
      while (left > 0) {
        left -= 1;
        received = '';
        const { promise, resolve } = Promise.withResolvers<void>();
        whole = resolve;
        const sent = performance.now();
        socket.write(next());
        await promise;
        times.push(performance.now() - sent);
        if (!received.startsWith(`HTTP/1.1 ${expected} `)) throw new Error(received);
        answered?.(received);
      }
      socket.destroy();
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  return { perSecond: times.length / seconds, ...quantiles(times) };
}

/** The same figures for work without HTTP. */
export async function runLoad(
  atOnce: number,
  times: number,
  work: () => Promise<unknown>,
): Promise<Result> {
  const took: number[] = [];
  let left = times;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1;
        const sent = performance.now();
        await work();
        took.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  return { perSecond: took.length / seconds, ...quantiles(took) };
}

function quantiles(times: number[]): Omit<Result, 'perSecond'> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * sorted.length)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), longest: sorted.at(-1) ?? 0 };
}

/** Whether head and body are complete; our answers declare their length, or have no body. */
function isWhole(text: string): boolean {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head + 2))?.[1];
  if (length !== undefined) return text.length >= head + 4 + Number(length);
  return /\r\ntransfer-encoding: chunked/i.test(text.slice(0, head + 2))
    ? text.endsWith('0\r\n\r\n')
    : true;
}
