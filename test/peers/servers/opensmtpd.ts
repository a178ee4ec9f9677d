import { chmodSync } from 'node:fs';
import { freePort } from '#support/loopback.ts';
import { ALIAS_DOMAIN } from '../engine.ts';
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

/** The first two names are compiled into OpenSMTPD; the third owns the mailboxes. */
const USERS = ['opensmtpd', 'opensmtpq', 'owner'];

export const startOpenSmtpd: StartMailServer = async (after, options = {}): Promise<MailServer> => {
  const port = await freePort();
  const root = await RootFolder.make(after, 'opensmtpd', USERS);
  root.folder('var/spool/smtpd');
  chmodSync(root.at('var/spool/smtpd'), 0o711);
  root.folder('var/lib/opensmtpd/empty');
  root.folder('var/run');
  root.folder('var/mail', 'owner');
  await makeCertificate(root.at('etc/certificate.pem'), 'opensmtpd.test');
  root.file('etc/mailname', 'opensmtpd.test\n');
  root.file('etc/smtpd.conf', configuration(port, options));
  const { output: log } = await root.start(after, port, '/usr/sbin/smtpd', ['-d']);
  if (options.relayTo !== undefined) after(retryOften(root));
  return {
    name: 'OpenSMTPD',
    port,
    log,
    queueIsEmpty: () =>
      holdNoFile(['incoming', 'queue'].map((queue) => root.at(`var/spool/smtpd/${queue}`))),
    mailbox: (address) => maildir(root.at(`var/mail/${address}`)),
  };
};

/** It would wait for minutes before a second attempt, without a setting for that. @returns a function that ends it */
function retryOften(root: RootFolder): () => Promise<void> {
  const retry = () => root.run('opensmtpq', '/usr/sbin/smtpctl', ['schedule', 'all']);
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(retry);
  }, 2000);
  return () => {
    clearInterval(timer);
    return last;
  };
}

function configuration(port: number, { relayTo }: MailServerOptions): string {
  const mailboxes = MAILBOXES.map((address) => `${address} = owner`);
  return `
smtp max-message-size "${SIZE_LIMIT}"
pki peer cert "/etc/certificate.pem"
pki peer key "/etc/certificate.pem"
filter later phase rcpt-to match rcpt-to { "${LATER}" } reject "451 4.2.0 Come back later"
listen on 127.0.0.1 port ${port} tls pki peer hostname opensmtpd.test filter later
table mailboxes { ${[...mailboxes, `${LATER} = owner`].join(', ')} }
action store maildir "/var/mail/%{dest}" virtual <mailboxes>
match from any for domain { "${MAILBOX_DOMAIN}", "${ORIGIN_DOMAIN}" } action store
${
  relayTo === undefined
    ? ''
    : `
action onward relay host "smtp://127.0.0.1:${relayTo}"
match from any for domain "${ALIAS_DOMAIN}" action onward`
}
`;
}
