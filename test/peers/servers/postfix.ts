import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainOf } from '#rules/address.ts';
import { freePort } from '#support/loopback.ts';
import { ALIAS_DOMAIN } from '../engine.ts';
import { type After, peerFolder } from '../folder.ts';
import { Daemon, runWell } from '../program.ts';
import {
  holdNoFile,
  LATER,
  MAILBOXES,
  type MailServer,
  type MailServerOptions,
  maildir,
  makeCertificate,
  SIZE_LIMIT,
} from './mail-server.ts';

/** The user `nobody` of Debian owns the mailboxes. */
const OWNER = 65_534;

const QUEUES = ['maildrop', 'incoming', 'active', 'deferred'];

export type PostfixOptions = MailServerOptions & {
  /** Its listening port; absent: a free one. */
  port?: number;
  /** Its own name. */
  host?: string;
  /** Its mailboxes, and through them its domains. */
  mailboxes?: readonly string[];
  /** Ports on this machine for mail to these domains. */
  routes?: Readonly<Record<string, number>>;
  /** The port for all other domains. */
  smarthost?: number;
  /** Port of a milter, which signs mail from clients. */
  milter?: number;
  /** Further lines of main.cf. */
  settings?: string;
};

/** A Postfix with a configuration, a queue and a log of its own; the installed one is not touched. */
export async function startPostfix(
  after: After,
  options: PostfixOptions = {},
): Promise<MailServer> {
  const folder = peerFolder(after);
  const { port = await freePort() } = options;
  const settings = join(folder, 'settings');
  mkdirSync(settings);
  await makeCertificate(join(settings, 'certificate.pem'), 'postfix.test');
  writeFileSync(join(settings, 'main.cf'), mainCf(folder, options));
  writeFileSync(join(settings, 'master.cf'), masterCf(port));
  for (const [name, owner] of [
    ['data', 'postfix'],
    ['mail', 'nobody'],
    ['log', 'postfix'],
    ['queue', 'root'],
  ] as const) {
    mkdirSync(join(folder, name));
    await runWell('chown', [owner, join(folder, name)]);
  }
  // Creates the folders of the queue, and reports errors in the configuration.
  await runWell('postfix', ['-c', settings, 'check']);
  const args = ['-c', settings, '-d'];
  const master = await Daemon.at(port, after, '/usr/lib/postfix/sbin/master', args);
  const log = () => {
    const file = join(folder, 'log', 'maillog');
    return (existsSync(file) ? readFileSync(file, 'utf8') : '') + master.output();
  };
  return {
    name: 'Postfix',
    port,
    log,
    queueIsEmpty: () => holdNoFile(QUEUES.map((queue) => join(folder, 'queue', queue))),
    mailbox: (address) => maildir(join(folder, 'mail', address)),
  };
}

function mainCf(folder: string, options: PostfixOptions): string {
  const { host = 'postfix.test', mailboxes = MAILBOXES, queueLife = '5d' } = options;
  const { relayTo, smarthost, milter, settings = '' } = options;
  const domains = new Set(mailboxes.map(domainOf));
  const routes = { ...(relayTo && { [ALIAS_DOMAIN]: relayTo }), ...options.routes };
  return `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${folder}/log/maillog
maillog_file_prefixes = ${folder}
myhostname = ${host}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
mydestination =
alias_maps =
alias_database =
message_size_limit = ${SIZE_LIMIT}

virtual_mailbox_domains = ${[...domains].join(', ')}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = ${inline(mailboxes.map((address) => [address, `${address}/`]))}
virtual_uid_maps = static:${OWNER}
virtual_gid_maps = static:${OWNER}
smtpd_recipient_restrictions =
  check_recipient_access inline:{ {${LATER} = 451 4.2.0 Come back later} }, permit
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_tls_security_level = may
smtpd_tls_chain_files = ${folder}/settings/certificate.pem
smtpd_tls_received_header = yes

transport_maps = ${inline(Object.entries(routes).map(([domain, to]) => [domain, `smtp:${here(to)}`]))}
relayhost = ${smarthost === undefined ? '' : here(smarthost)}
smtpd_milters = ${milter === undefined ? '' : `inet:127.0.0.1:${milter}`}
smtp_tls_security_level = may
smtp_dns_support_level = disabled
# A test cannot wait as long as a server on the Internet.
minimal_backoff_time = 1s
maximal_backoff_time = 3s
queue_run_delay = 1s
transport_retry_time = 1s
maximal_queue_lifetime = ${queueLife}
bounce_queue_lifetime = ${queueLife}
default_destination_concurrency_failed_cohort_limit = 0
initial_destination_concurrency = 20
${settings}
`;
}

/** Without rows the table is not created. */
const inline = (rows: readonly (readonly [string, string])[]) =>
  rows.length === 0
    ? ''
    : `inline:{ ${rows.map(([key, value]) => `{${key} = ${value}}`).join(', ')} }`;

const here = (port: number) => `[127.0.0.1]:${port}`;

/**
 * The queue manager wakes up each second, as it retries each second: a message that comes back to it while its file is
 * still locked ("skipped, still being delivered") waits only for that.
 */
function masterCf(port: number): string {
  return `
127.0.0.1:${port} inet n - n - - smtpd
cleanup  unix      n - n - 0 cleanup
qmgr     unix      n - n 1 1 qmgr
rewrite  unix      - - n - - trivial-rewrite
bounce   unix      - - n - 0 bounce
defer    unix      - - n - 0 bounce
trace    unix      - - n - 0 bounce
verify   unix      - - n - 1 verify
smtp     unix      - - n - - smtp
error    unix      - - n - - error
retry    unix      - - n - - error
virtual  unix      - n n - - virtual
anvil    unix      - - n - 1 anvil
scache   unix      - - n - 1 scache
tlsmgr   unix      - - n 1000? 1 tlsmgr
proxymap unix      - - n - - proxymap
postlog  unix-dgram n - n - 1 postlogd
`;
}
