/** What the parts of the running service share; each takes what it needs. */

import type { Store } from '#store/store.ts';
import type { Config } from './config.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';

export type SharedParts = {
  config: Config;
  store: Store;
  /** The root secret, followed by earlier ones. */
  secrets: readonly string[];
  metrics: Metrics;
  log: Log;
};
