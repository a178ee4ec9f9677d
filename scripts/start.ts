// npm start
import { main } from '#app/main.ts';
import { DIST, screenIsReady } from './screen.ts';

if (screenIsReady()) await main(DIST);
else process.exitCode = 1;
