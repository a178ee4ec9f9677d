// The service as a process, with the built screen of the folder that is named.
import { main } from '#app/main.ts';

await main(process.argv[2] ?? '');
