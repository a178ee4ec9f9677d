/** A room, a colon, and the rooms that it imports; indented lines continue the one above. */
const TABLE = `
src/rules:
src/languages: src/rules
src/time:
src/domains: src/rules
src/collections:
src/network:
src/secrets:
src/runtime:
src/store: src/rules src/collections
src/limits: src/rules src/collections src/store
src/mail/message:
src/mail/smtp:
src/mail/smtp/receive: src/time src/domains src/network src/runtime src/mail/message src/mail/smtp
src/mail/smtp/send/tls: src/time src/collections src/store src/mail/smtp src/mail/dns
src/mail/smtp/send/session: src/time src/domains src/runtime src/mail/message src/mail/smtp
  src/mail/smtp/send/tls
src/mail/dns: src/time
src/mail/smtp/send/route: src/time src/collections src/network src/mail/message src/mail/smtp
  src/mail/smtp/send/tls src/mail/smtp/send/session src/mail/dns
src/mail/trust: src/rules src/time src/domains src/mail/message src/mail/dns
src/mail/filter: src/time src/collections src/limits src/network src/mail/message src/mail/smtp src/mail/dns
  src/mail/trust src/mail src/mail/copy
src/mail/return-path: src/rules src/domains src/secrets src/mail/message src/mail/smtp
src/mail: src/secrets src/mail/smtp
src/mail/senders: src/rules src/collections src/secrets src/store src/mail/message src/mail/smtp
  src/mail/trust src/mail/return-path src/mail
src/mail/reply: src/rules src/domains src/collections src/limits src/secrets src/store src/mail/message src/mail/smtp
  src/mail/trust src/mail/return-path
src/mail/letters: src/rules src/languages src/mail/message src/mail/smtp/send/session
src/mail/tls-report: src/rules src/time src/domains src/mail/message src/mail/smtp/send/tls src/mail/dns
src/mail/history: src/rules src/collections src/store src/mail/smtp src/mail src/mail/senders
src/mail/ledger: src/time src/collections src/secrets src/store src/mail/smtp src/mail
src/mail/recipients: src/rules src/collections src/limits src/store src/mail/smtp src/mail/smtp/receive
  src/mail/return-path src/mail src/mail/reply
src/mail/signing: src/time src/mail/message src/mail/smtp src/mail/dns src/mail/trust
src/mail/copy: src/rules src/time src/collections src/secrets src/mail/message src/mail/smtp src/mail/dns
  src/mail/trust src/mail/return-path src/mail src/mail/senders src/mail/reply src/mail/signing
src/mail/forward: src/rules src/time src/limits src/store src/mail/message src/mail/smtp
  src/mail/smtp/receive src/mail/smtp/send/route src/mail/trust src/mail/filter src/mail/return-path src/mail
  src/mail/senders src/mail/reply src/mail/letters src/mail/history src/mail/ledger src/mail/recipients
  src/mail/signing src/mail/copy
src/auth/tokens: src/collections src/secrets src/store
src/auth/aliases: src/rules src/secrets src/store
src/auth/letters: src/rules src/limits src/store src/auth/tokens src/auth/aliases
src/auth/accounts: src/rules src/limits src/secrets src/store src/auth/tokens src/auth/aliases src/auth/letters
src/auth/factors: src/rules src/limits src/secrets src/store src/auth/tokens src/auth/letters src/auth/accounts
src/auth/providers: src/rules src/network src/secrets src/store src/auth/tokens src/auth/accounts
src/auth: src/network src/secrets src/store src/auth/tokens src/auth/aliases src/auth/letters src/auth/accounts
  src/auth/factors src/auth/providers
src/api: src/rules src/languages src/domains src/limits src/secrets src/store src/mail/smtp
  src/mail/return-path src/mail/senders src/auth/tokens src/auth/aliases src/auth/letters src/auth/accounts
  src/auth/factors src/auth/providers src/auth
src/app/observe: src/rules src/time src/store src/mail/smtp src/mail/smtp/send/session src/mail/dns
  src/mail/smtp/send/route src/mail/filter src/mail/forward src/api
src/app/config: src/rules src/network src/store src/mail/filter src/mail/smtp/send/route src/mail/forward
  src/auth/factors src/auth/providers src/auth src/app/observe
src/app/net: src/time src/network src/store src/mail/smtp/receive src/mail/smtp/send/tls
  src/mail/smtp/send/session src/mail/dns src/api src/app/observe src/app/config
src/app/keys: src/time src/secrets src/store src/mail/signing src/auth/tokens src/app/observe src/app/config
  src/app/net
src/app/database: src/rules src/store src/app/observe src/app/config
src/app/http: src/rules src/time src/network src/api src/app/observe
src/app/mailbox: src/rules src/time src/mail/message src/mail/smtp src/mail/smtp/receive src/auth/factors
  src/app/observe src/app/net src/app/http
src/app: src/rules src/time src/domains src/network src/runtime src/store src/mail/smtp src/mail/smtp/receive
  src/mail/dns src/mail/smtp/send/route src/mail/trust src/mail/filter src/mail/tls-report src/mail/signing
  src/mail/copy src/mail/forward src/auth/tokens src/auth/aliases src/auth/letters src/auth/factors
  src/auth/providers src/auth src/api src/app/observe src/app/config src/app/net src/app/keys src/app/database
  src/app/http src/app/mailbox
src/app/command: src/rules src/time src/domains src/network src/store src/mail/smtp/send/tls
  src/mail/smtp/send/session src/mail/dns src/mail/trust src/mail/filter src/mail/senders src/mail/signing
  src/auth/aliases src/auth/tokens src/auth/letters src/auth/accounts src/auth/factors src/app/observe
  src/app/config src/app/net src/app/keys src/app/database src/app
web: src/rules src/languages
`;

/**
 * The rooms of the code, and the rooms that each may import. A file belongs to the room with the longest name that
 * fits; `house.test.ts` checks every import.
 *
 * If an import fails, prefer to pass the value as an argument: each entry is one more part that a reader of the room
 * has to know.
 */
export const ROOMS: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.trim()
    .split(/\n(?! )/)
    .map((row) => {
      const [room = '', imports = ''] = row.split(':');
      return [room, imports.split(/\s+/).filter((name) => name !== '')];
    }),
);
