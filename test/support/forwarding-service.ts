/** The whole service as a separate process, with one alias, and a fake next hop in this one. */

import { join } from 'node:path';
import { openStore } from '#store/open.ts';
import { FakeNextHop } from './fake-next-hop.ts';
import { ServiceProcess, smallScreen } from './service-process.ts';
import { SILENT } from './silent-log.ts';
import { SmtpClient } from './smtp-client.ts';
import { type After, tempFolder } from './temp-folder.ts';

export const ALIAS = 'alias-4827@alias.localhost';

/** @param environment in addition to the required settings @param through as of ServiceProcess.start */
export async function forwardingService(
  owner: { after: After },
  environment: Record<string, string> = {},
  through: readonly string[] = [],
) {
  const after = (cleanUp: () => Promise<void> | void) => owner.after(cleanUp);
  const hop = await FakeNextHop.start();
  after(() => hop.close());
  const folder = tempFolder(after);
  const database = `sqlite:${join(folder, 'veilpost.sqlite')}`;
  const store = await openStore(database, { now: Date.now, log: SILENT });
  await store.insertAlias({ alias_email: ALIAS, real_email: 'jane@mailbox.test' });
  await store.close();
  const settings = {
    DATABASE_URL: database,
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    OWNERSHIP: 'open',
    ...environment,
  };
  const service = ServiceProcess.start(after, folder, settings, smallScreen(after), through);
  const { http, smtpPort, admin } = await service.addresses();
  /** A client that has said EHLO. */
  const client = async () => {
    const greeted = await SmtpClient.greeted(smtpPort);
    after(() => greeted.destroy());
    return greeted;
  };
  return { hop, service, pid: service.pid, http, admin, smtpPort, client };
}
