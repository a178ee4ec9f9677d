/** Something that mail goes through while it is measured. */
export type Subject = {
  name: SubjectName;
  /** Where mail goes in, on 127.0.0.1. */
  port: number;
  /** CPU time that it has taken so far, in milliseconds, with everything that it has started. */
  cpuMs: () => number;
  /** The process whose memory counts, with its children; undefined where it is this one. */
  pid: number | undefined;
  /**
   * CPU time that it takes, in rounds that do not count, before it is measured, in milliseconds: JavaScript is compiled
   * anew where it runs much, for some 80,000 messages, and the engine runs for months.
   */
  warmUpMs: number;
  stop: () => Promise<void>;
};

/** `limit`: the load alone, source straight into sink. What the octets cost that travel once over loopback. */
export const SUBJECTS = ['limit', 'engine', 'postfix'] as const;
export type SubjectName = (typeof SUBJECTS)[number];

/** How a subject is started. */
export type Setting = {
  /** The sink's port. */
  nextHop: number;
  /** PEM files for STARTTLS; undefined: in clear, on both sides. */
  tls: { cert: string; key: string } | undefined;
  /** A folder of its own. */
  folder: string;
  /** Alias and real address. */
  aliases: readonly (readonly [alias: string, real: string])[];
  /** Folder for CPU profiles of the engine. */
  profile: string | undefined;
  /** Of the engine, beside what every subject of ours has. */
  environment?: Record<string, string>;
  /** Somebody has confirmed the aliases; absent: nobody has. */
  confirmed?: boolean;
  /** Another checkout whose engine is measured; absent: this one. */
  checkout?: string | undefined;
  /** Flags of Node for the engine; absent: those of `npm start`. */
  flags?: readonly string[];
};
