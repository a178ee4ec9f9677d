// The service as a process, with the built screen in the named folder. With a real next hop its database is made first,
// as `npx veilpost init` does: most tests begin with an empty folder.
import { main } from '#app/main.ts';
import { openStore } from '#store/open.ts';
import { SILENT } from './silent-log.ts';

const { NEXT_HOP = 'mailbox:', DATABASE_URL = 'sqlite:./data/veilpost.sqlite' } = process.env;
if (NEXT_HOP !== 'mailbox:') {
  const options = { now: Date.now, log: SILENT, whenNew: () => {} };
  // The start reports a database that cannot be used.
  const store = await openStore(DATABASE_URL, options).catch(() => undefined);
  await store?.close();
}
await main(process.argv[2] ?? '');
