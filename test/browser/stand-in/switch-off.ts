/** The page of a message's switch-off link, as the api serves it, on a port of its own. */

import { SwitchOffTokens } from '#api/switch-off/token.ts';
import { createHttpServer, securityHeaders } from '#app/http/server.ts';
import { apiUnderTest } from '#support/api.ts';
import { serveOnLoopback } from '#support/loopback.ts';

type After = (cleanUp: () => Promise<void> | void) => void;

/** @returns the link of an alias that forwards */
export async function switchOffLink(after: After, alias_email: string): Promise<string> {
  const tokens = new SwitchOffTokens(['a secret for tests']);
  const { api, store } = await apiUnderTest(after, { switchOffTokens: tokens });
  const made = await store.insertAlias({ real_email: 'jane@mailbox.test', alias_email });
  if (made.kind !== 'created') throw new Error('the alias is taken');
  const port = await serveOnLoopback(createHttpServer(api.fetch, securityHeaders(false)), after);
  const token = tokens.write({ aliasId: made.alias.id, epoch: 0 });
  return `http://127.0.0.1:${port}/off/${token}`;
}
