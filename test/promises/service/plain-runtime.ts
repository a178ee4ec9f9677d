/** A runtime without the product's CPU optimizations, for `node --import`: V8's flags, its `gc`, held-back writes. */

import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import v8 from 'node:v8';

v8.setFlagsFromString = () => {};
Socket.prototype.cork = () => {};
Socket.prototype.uncork = () => {};
syncBuiltinESMExports();
