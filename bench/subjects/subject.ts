import type { Aliases } from '../load/aliases.ts';

/** Something that mail goes through while it is measured. */
export type Subject = {
  name: SubjectName;
  /** Where mail goes in, on 127.0.0.1. */
  port: number;
  /** CPU time that it has taken so far, in milliseconds, with everything that it has started. */
  cpuMs: () => number;
  /** The processes whose memory counts, with their children; none where it is this one. */
  pids: readonly number[];
  /**
   * CPU time that it takes, in rounds that do not count, before it is measured, in milliseconds: JavaScript is compiled
   * anew where it runs much, for some 80,000 messages, and the engine runs for months.
   */
  warmUpMs: number;
  stop: () => Promise<void>;
};

/**
 * `limit`: the load alone, source straight into sink; what the octets cost that travel once over loopback. `floor`: a proxy that
 * passes octets on, and so makes the system calls that a forwarder cannot do without.
 */
export const SUBJECTS = ['limit', 'floor', 'engine', 'postfix'] as const;
export type SubjectName = (typeof SUBJECTS)[number];

/** How a subject is started. */
export type Setting = {
  /** The sink's port. */
  nextHop: number;
  /** PEM files for STARTTLS; undefined: in clear, on both sides. */
  tls: { cert: string; key: string } | undefined;
  /** A folder of its own. */
  folder: string;
  aliases: Aliases;
  /** Folder for CPU profiles of the engine. */
  profile: string | undefined;
  /** Of the engine, beside what every subject of ours has. */
  environment?: Record<string, string>;
  /** The engine's database is a PostgreSQL; absent: an embedded one. */
  postgres?: boolean;
  /** Processes of the engine, which share a port where they are several; absent: one. */
  processes?: number;
  /** Somebody has confirmed the aliases; absent: nobody has. */
  confirmed?: boolean;
  /** Another checkout whose engine is measured; absent: this one. */
  checkout?: string | undefined;
  /** Flags of Node for the engine; absent: those of `npm start`. */
  flags?: readonly string[];
};
