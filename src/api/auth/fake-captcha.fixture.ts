/** A captcha service on loopback that knows one good token. */

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { serveOnLoopback } from '#support/loopback.ts';

export type FakeCaptcha = {
  /** Address of the service's verification call. */
  address: string;
  /** The received bodies. */
  asked: URLSearchParams[];
  /** Its behaviour for the next requests; initially it verifies the token. */
  mood: 'judges' | 'is silent' | 'fails' | 'talks nonsense' | 'talks endlessly' | 'sends away';
};

export const GOOD_TOKEN = 'a good token';
export const CAPTCHA_SECRET = 'a captcha secret';

/** @param after the hook of the test that owns it */
export async function fakeCaptcha(after: (cleanUp: () => void) => void): Promise<FakeCaptcha> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const fields = new URLSearchParams(body);
      fake.asked.push(fields);
      switch (fake.mood) {
        case 'judges': {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(verdictOn(fields)));
          break;
        }
        case 'is silent':
          break;
        case 'fails':
          response.writeHead(500).end('{"success":true}');
          break;
        case 'talks nonsense':
          response.end('<html>');
          break;
        case 'talks endlessly':
          response.end(`{"success":true,"a":"${'x'.repeat(100_000)}"}`);
          break;
        case 'sends away':
          response.writeHead(302, { location: '/elsewhere' }).end('{"success":false}');
          break;
      }
    });
  });
  const port = await serveOnLoopback(server, after);
  const fake: FakeCaptcha = {
    address: `http://127.0.0.1:${port}/siteverify`,
    asked: [],
    mood: 'judges',
  };
  return fake;
}

function verdictOn(fields: URLSearchParams): object {
  if (fields.get('secret') !== CAPTCHA_SECRET) {
    return { success: false, 'error-codes': ['invalid-input-secret'] };
  }
  return fields.get('response') === GOOD_TOKEN
    ? { success: true }
    : { success: false, 'error-codes': ['invalid-input-response'] };
}
