/** DNS queries and their answers. */

/** The data of one record, by its type. Names are lower case, without the final dot; the root is ''. */
export type RecordData = {
  /** IPv4 address in dotted decimals. */
  A: string;
  /** IPv6 address as RFC 5952 writes it. */
  AAAA: string;
  /** The target of an alias (CNAME). A query for this type does not follow the alias. */
  CNAME: string;
  MX: { exchange: string; priority: number };
  NS: string;
  PTR: string;
  /** RFC 6698 section 2.1: the three numbers, and the octets after them. */
  TLSA: { usage: number; selector: number; matching: number; data: Buffer };
  /** The strings of the record, concatenated; each character is one octet (latin1). */
  TXT: string;
};

export type RecordType = keyof RecordData;

/** The reasons for a missing answer. All of them may be temporary. */
export type DnsTrouble =
  /** No server answered in time, or none could be reached. */
  | 'timeout'
  /** A server answered SERVFAIL, REFUSED or the like. */
  | 'failure'
  /** The answer is malformed, or too large. */
  | 'malformed'
  /** The message has used up its time or its queries. */
  | 'budget'
  /** Too many queries are already waiting. */
  | 'busy';

type AnswerProperties = {
  ttl: number;
  secure: boolean;
  /** The final name of the aliases; absent: the name is not an alias. */
  canonical?: string;
};

export type Answer<Data> =
  /** At least one record, in the order of the server. */
  | (AnswerProperties & { kind: 'records'; records: readonly Data[] })
  /** The name exists without records of this type. */
  | (AnswerProperties & { kind: 'no-data' })
  /** NXDOMAIN; also, without a query, for a text that cannot be a DNS name. */
  | (AnswerProperties & { kind: 'no-name' })
  | { kind: 'trouble'; reason: DnsTrouble };

/** A cached answer is returned without a promise: most messages need no new query, and each promise and timer costs CPU. */
export type AnswerOrPromise<Data> = Answer<Data> | Promise<Answer<Data>>;

/** The message for which a query is made: its sender chooses the names. One object for each message. */
export type QuerySource = {
  /** The address block of the client, whose queries have their own share. */
  block: string;
};

/**
 * Queries the DNS; never rejects. While an answer is cached every caller gets the same object, so parsed data can be
 * stored with it (`parsedOnce`). `ttl`: seconds in the cache, counted from the arrival of the answer; `secure`: the AD
 * bit, false unless the server is on loopback.
 * @param name in A-labels, upper or lower case, with or without a final dot
 * @param asker undefined for our own queries
 */
export type Resolve = <Type extends RecordType>(
  name: string,
  type: Type,
  asker?: QuerySource,
) => AnswerOrPromise<RecordData[Type]>;
