import { existsSync, readFileSync } from 'node:fs';
import { freePort } from '#support/loopback.ts';
import { ALIAS_DOMAIN } from '../engine.ts';
import type { After } from '../folder.ts';
import {
  holdNoFile,
  LATER,
  MAILBOX_DOMAIN,
  MAILBOXES,
  type MailServer,
  type MailServerOptions,
  maildir,
  makeCertificate,
  ORIGIN_DOMAIN,
  SIZE_LIMIT,
  type StartMailServer,
} from './mail-server.ts';
import { RootFolder } from './root-folder.ts';

/** The name is compiled into Debian's Exim. */
const USER = 'Debian-exim';

export const startExim: StartMailServer = (after, options) => start('*', after, options);

/** An Exim that does not use PRDR: its operator can switch that off. */
export const startEximWithoutPrdr: StartMailServer = (after, options) => start('', after, options);

async function start(
  prdrHosts: '*' | '',
  after: After,
  options: MailServerOptions = {},
): Promise<MailServer> {
  const port = await freePort();
  const root = await RootFolder.make(after, 'exim', [USER]);
  root.folder('etc/exim4');
  root.folder('var/spool/exim4', USER);
  root.folder('var/mail', USER);
  await makeCertificate(root.at('etc/exim4/certificate.pem'), 'exim.test');
  root.give('etc/exim4/certificate.pem', USER);
  root.file('etc/exim4/exim4.conf', configuration(port, options, prdrHosts));
  const daemon = await root.start(after, port, '/usr/sbin/exim4', ['-bdf', '-q1s']);
  const log = () => {
    const file = root.at('var/spool/exim4/log/main');
    return (existsSync(file) ? readFileSync(file, 'utf8') : '') + daemon.output();
  };
  return {
    name: 'Exim',
    port,
    log,
    queueIsEmpty: () => holdNoFile([root.at('var/spool/exim4/input')]),
    mailbox: (address) => maildir(root.at(`var/mail/${address}`)),
  };
}

function configuration(port: number, { relayTo }: MailServerOptions, prdrHosts: '*' | ''): string {
  const locals = MAILBOXES.map((address) => address.slice(0, address.indexOf('@')));
  return `
primary_hostname = exim.test
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
spool_directory = /var/spool/exim4
log_file_path = /var/spool/exim4/log/%s
log_selector = -queue_run
# Everything runs as ${USER}: a test needs no other users.
deliver_drop_privilege = true
keep_environment =
host_lookup =
rfc1413_query_timeout = 0s
message_size_limit = ${SIZE_LIMIT}
tls_advertise_hosts = *
tls_certificate = /etc/exim4/certificate.pem
chunking_advertise_hosts = *
smtp_accept_max = 100
queue_only_load = 1000
acl_smtp_rcpt = rcpt
domainlist here = ${MAILBOX_DOMAIN} : ${ORIGIN_DOMAIN}

begin acl
rcpt:
  defer   recipients = ${LATER}
          message = 451 4.2.0 Come back later
  accept  recipients = ${MAILBOXES.join(' : ')}
  deny    domains = +here
          message = 550 5.1.1 Unknown user
  accept

begin routers
mailboxes:
  driver = accept
  domains = +here
  local_parts = ${locals.join(' : ')}
  transport = maildir
${
  relayTo === undefined
    ? ''
    : `
aliases:
  driver = manualroute
  domains = ${ALIAS_DOMAIN}
  transport = relay
  route_list = * 127.0.0.1
  self = send`
}

begin transports
maildir:
  driver = appendfile
  directory = /var/mail/$local_part_data@$domain_data
  maildir_format
  create_directory
${
  relayTo === undefined
    ? ''
    : `
relay:
  driver = smtp
  port = ${relayTo}
  allow_localhost
  hosts_try_prdr = ${prdrHosts}
  connection_max_messages = 10`
}

begin retry
* * F,1h,1s
`;
}
