import type { Aliases } from '../load/aliases.ts';

/** A measured program that mail goes through. */
export type Subject = {
  name: SubjectName;
  /** Its SMTP port, on 127.0.0.1. */
  port: number;
  /** CPU time so far, in milliseconds, of it and of every process that it has started. */
  cpuMs: () => number;
  /** The processes whose memory counts, with their children. */
  pids: readonly number[];
  /**
   * CPU time of its uncounted rounds before the measurement, in milliseconds: V8 recompiles busy code, for some 80,000
   * messages, and the engine runs for months.
   */
  warmUpMs: number;
  /** Of the engine alone. */
  controls?: EngineControls;
};

export type EngineControls = {
  httpPort: number;
  /** Address, folder and first processes of the database; an embedded one has none. */
  database: { url: string; folder: string; pids: readonly number[] };
  /** Ends a process with SIGKILL, and waits until another listens on its port. */
  kill: (nth: number) => Promise<void>;
};

/** `floor`: a proxy that relays octets, with the fewest system calls possible for a forwarder. */
export const SUBJECTS = ['floor', 'engine', 'postfix'] as const;
export type SubjectName = (typeof SUBJECTS)[number];

/** The setting for a subject's start. */
export type Setting = {
  /** The sink's port. */
  nextHop: number;
  /** PEM files for STARTTLS; undefined: in plaintext, on both sides. */
  tls: { cert: string; key: string } | undefined;
  /** A folder of its own. */
  folder: string;
  aliases: Aliases;
  /** Number of further aliases, on MANY_DOMAINS; absent: none. */
  many?: number;
  /** Variables of the engine, in addition to the common ones. */
  environment?: Record<string, string>;
  /** The engine's database is a PostgreSQL; absent: an embedded one. */
  postgres?: boolean;
  /** Processes of the engine, which share a port if there are several; absent: one. */
  processes?: number;
  /** Whether the aliases are confirmed; absent: not. */
  confirmed?: boolean;
  /** Another checkout with the engine to measure; absent: this one. */
  checkout?: string;
  /** Flags of Node for the engine, after those of `npm start`. */
  flags?: readonly string[];
};
