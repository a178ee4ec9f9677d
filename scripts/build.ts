// npm run build
import { buildScreen } from './screen.ts';

if (!buildScreen()) process.exitCode = 1;
