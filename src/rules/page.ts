/** The configuration in the served page, so that the screen does not need a second request before the first lookup. */
export type PageConfig = {
  /** Base address of the api: `${url}/rest/v1`, `${url}/functions/v1`. Empty: the page's own origin. */
  url: string;
  /** The public anonymous key. */
  key: string;
  /** The alias domains, in the operator's order. */
  domains: string[];
  /** First and last number of an alias, inclusive. */
  numbers: [first: number, last: number];
  /** Names left per domain, in the order of `domains`; absent if the server does not have the numbers. */
  namesLeft?: number[];
  /** `confirmed`: nothing is forwarded before its address is confirmed. `open`: as the specification describes. */
  ownership: 'open' | 'confirmed';
  /**
   * `live`: the test mail goes through the mail engine. `simulated`: as the specification describes, without a call.
   */
  testMail: 'live' | 'simulated';
  /** What owners can use under 'Manage this alias' at this server; absent: only its answers show that. */
  offers?: ('replies' | 'senders')[];
  /** Address of the try-out mailbox's page; absent if mail goes to real mailboxes. */
  mailbox?: string;
  /** Name and address of the footer's 'Made in' link. */
  madeIn: { name: string; href: string };
};

/** Id of the element `<script type="application/json">` that holds the PageConfig. */
export const PAGE_CONFIG_ELEMENT = 'veilpost-config';

/** Response of `POST /functions/v1/send-test-mail`: how the next hop accepted the message. */
export type DeliveryReceipt = {
  /** The next hop's host name. */
  host: string;
  /** For example `TLSv1.3`; null on a plaintext connection. */
  tls: string | null;
  /** The proof that it had to give and gave, if one was required; with `dane` and `pkix` it is the right server. */
  proof?: 'dane' | 'pkix' | 'encrypted' | 'any';
  /** Its reply code. */
  code: number;
  /** From the handover to its verdict, in milliseconds. */
  ms: number;
};
