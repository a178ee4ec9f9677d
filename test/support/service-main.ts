// The service as a process, with the built screen in the named folder.
import { main } from '#app/main.ts';

await main(process.argv[2] ?? '');
