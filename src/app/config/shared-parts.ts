/** What the parts of the running service have in common; each takes those that it needs. */

import type { Store } from '#store/store.ts';
import type { Config } from './config.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';

export type SharedParts = {
  config: Config;
  store: Store;
  /** The root secret, and behind it earlier ones. */
  secrets: readonly string[];
  metrics: Metrics;
  log: Log;
};
