import { plural } from '../plural.ts';

export const LOCALE = 'de';

export const LETTERS_IN = 'de';

const of = plural(LOCALE);

export const ALIAS_MESSAGES = {
  toggleFailed:
    'Die Weiterleitung konnte nicht umgestellt werden. Bitte versuchen Sie es noch einmal.',
  aliasDisabled: 'Der Alias ist abgeschaltet. Schalten Sie ihn ein, um Nachrichten zu erhalten.',
  testMailSent: 'Die Testmail wurde weitergeleitet!',
};

export const waitMessage = (seconds: number) =>
  `Bitte warten Sie ${seconds} ${of(seconds, { one: 'Sekunde', other: 'Sekunden' })} bis zur nächsten Testmail.`;

export const ALIAS = { current: 'Ihr jetziger Alias:' };

export const RESULT = {
  heading: 'Ihr Alias ist fertig!',
  use: 'Mit dieser Adresse surfen Sie ohne Spam',
  copy: 'Alias kopieren',
  copied: 'Kopiert!',
  upgrade: 'Mehrere Aliasse gibt es bald mit einem Upgrade.',
  disableAnyTime: 'Sie können diesen Alias jederzeit abschalten',
  back: 'Zurück zur Startseite',
};

export const FORWARDING = {
  on: 'Weiterleitung ein',
  onDetail: 'Mails an Ihren Alias werden weitergeleitet an',
  off: 'Weiterleitung aus',
  offDetail: 'Mails werden zurzeit nicht weitergeleitet',
  badge: 'Inaktiv',
  banner: 'Der Alias ist abgeschaltet: Mails werden nicht weitergeleitet',
  blocked: 'Alias abgeschaltet',
};

export const TEST_MAIL = {
  open: 'Testmail senden',
  title: 'Testmail senden',
  to: 'An',
  subject: 'Betreff',
  message: 'Nachricht',
  rateLimit: 'Grenze: 1 Testmail pro Minute',
  cancel: 'Abbrechen',
  send: 'Testmail senden',
  sending: 'Wird gesendet …',
};

export const FULL = (field: string, most: number) =>
  `${field}: höchstens ${most.toLocaleString(LOCALE)} Zeichen.`;

export const SPOKEN = {
  copyAddress: 'Adresse kopieren',
  copied: 'Alias kopiert',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `Die Testmail konnte nicht zugestellt werden: Der Server des Empfängers hat sie abgelehnt${code === undefined ? '' : ` (${code})`}.`,
  deferred:
    'Die Testmail konnte nicht zugestellt werden: Der Server des Empfängers bittet, es später noch einmal zu versuchen.',
  unanswered:
    'Die Testmail konnte nicht zugestellt werden: Der Server des Empfängers hat nicht geantwortet.',
  other:
    'Die Testmail konnte nicht gesendet werden. Ihre Eingabe bleibt erhalten; versuchen Sie es gleich noch einmal.',
};

export const COPY_BLOCKED = {
  keyboard: 'Der Browser verhindert das Kopieren. Die Adresse ist markiert: Drücken Sie Strg+C.',
  apple: 'Der Browser verhindert das Kopieren. Die Adresse ist markiert: Drücken Sie Cmd+C.',
  touch:
    'Der Browser verhindert das Kopieren. Die Adresse ist markiert: Halten Sie sie zum Kopieren gedrückt.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way =
      tls === null ? 'unverschlüsselt' : `über ${tls}${verified ? ' (Server geprüft)' : ''}`;
    return `Zugestellt an ${host} ${way} in ${time}`;
  },
  tryOut: (time: string) => ['Zugestellt an ', 'das Testpostfach', ` in ${time}`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) =>
    `Bitte bestätigen Sie zuerst Ihre Adresse. Wir haben eine Mail an ${email} geschickt.`,
  paused: (time: string) => `Die Weiterleitung ist bis ${time} angehalten.`,
};
