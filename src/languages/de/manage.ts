import { plural } from '../plural.ts';

export const LOCALE = 'de';

const of = plural(LOCALE);

export const MANAGE = {
  pauseHour: '1 Stunde anhalten',
  pauseHours: '8 Stunden',
  pauseFor: 'Anhalten:',
  pauseTomorrow: 'bis morgen',
  pauseUntil: 'Anhalten',
  nothing: 'Keine Mail in den letzten 7 Tagen.',
  delivered: 'Zugestellt',
  onDay: (day: string) => ` am ${day}`,
  cancel: 'Abbrechen',
  code: 'Code aus Ihrer Authenticator-App',
  confirm: 'Bestätigen',
  busy: 'Einen Moment …',
  unknown: '…',
};

export const GROUPS = {
  history: 'Was mit meinen Mails geschah',
  pause: 'Pause',
  writing: 'Als Ihr Alias schreiben',
  signIn: 'Anmeldung',
  leaving: 'Aufhören',
  senders: 'Wer mir schreiben darf',
};

export const TALLY = {
  none: 'keine Mail',
  arrived: (arrived: number) => `${arrived} angekommen`,
  failed: (arrived: number, failed: number) => `${arrived} angekommen, ${failed} nicht`,
};

export const ENTRIES = {
  end: 'Schaltet sich selbst ab',
  history: 'Letzte 7 Tage',
  passkey: 'Passkey',
  factor: 'Zweiter Faktor',
  address: 'Adresse ändern',
  write: 'Jemanden zuerst anschreiben',
  replyBody: 'Wenn meine Adresse in der Antwort steht',
  link: 'Neuer Abschaltlink',
  download: 'Meine Daten herunterladen',
  here: 'Hier abmelden',
  everywhere: 'Überall abmelden',
  alias: 'Diesen Alias löschen',
  all: 'Alles über mich löschen',
  lock: 'Nur bekannte Absender',
  senders: 'Absender',
};

export const PASSKEY = {
  none: 'noch keiner',
  some: (count: number) => (count === 1 ? 'ein' : `ein: ${count}`),
  why: 'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder PIN an und brauchen keine Mail.',
  add: 'Passkey hinzufügen',
  remove: 'Entfernen',
};

export const FACTOR = {
  off: 'aus',
  on: 'ein',
  why: 'Wer Ihre Mails liest, braucht dann noch einen Code aus einer App auf Ihrem Telefon, um etwas zu ändern oder zu löschen.',
  enrol: 'Einrichten',
  scan: 'Scannen Sie dies mit Ihrer Authenticator-App, oder geben Sie den Schlüssel dort ein. Geben Sie dann den Code ein, den sie zeigt.',
  picture: 'QR-Code für Ihre Authenticator-App',
  remove: 'Entfernen',
};

export const ADDRESS = {
  why: 'Mails an Ihren Alias werden dann an die neue Adresse weitergeleitet. Wir senden an beide Adressen eine Mail. Die Änderung gilt, sobald Sie den Link in der Mail an die jetzige Adresse geöffnet und den Code aus der anderen hier eingegeben haben.',
  label: 'Neue Adresse',
  code: (email: string) => `Code aus der Mail an ${email}`,
  half: 'Öffnen Sie nun den Link in der Mail an die jetzige Adresse, falls noch nicht geschehen.',
};

export const WRITE = {
  why: 'Senden Sie von Ihrem Alias aus eine Mail an jemanden, der ihm noch nicht geschrieben hat. Sie können am Tag fünf neue Personen anschreiben.',
  label: 'Deren E-Mail-Adresse',
  get: 'Adresse holen',
  address: (email: string) => `Ihre Adresse für ${email}`,
  copy: 'Adresse kopieren',
  copied: 'Kopiert',
  blocked: 'Bitte markieren Sie die Adresse und kopieren Sie sie.',
  open: 'Im Mailprogramm schreiben',
  how: 'Schreiben Sie aus Ihrem eigenen Postfach an diese Adresse. Zu sehen ist nur Ihr Alias. Sie gilt nur für diese Person.',
};

export const LOCK = {
  on: 'ein',
  off: 'aus',
  why: 'Bekannt sind Absender, die schon geschrieben haben, und solche, die Sie einlassen. Mails anderer Absender warten einen Tag und werden dann abgelehnt: Lassen Sie sie oben ein.',
  toOn: 'Nur Mails bekannter Absender annehmen',
  toOff: 'Mails von allen annehmen',
};

export const SENDERS = {
  none: 'Noch niemand: Die Knöpfe stehen neben jeder Mail.',
  let: 'Einlassen',
  block: 'Sperren',
  blocked: 'Gesperrt',
  forget: 'Entfernen',
};

export const END = {
  why: 'Danach werden Mails an diesen Alias abgelehnt. Sieben Tage lang sehen Sie hier, wer geschrieben hat. Sie können den Alias wieder einschalten.',
  never: 'nie',
  on: (time: string) => `am ${time}`,
  days: (days: number) => `${days} ${of(days, { one: 'Tag', other: 'Tage' })}`,
  after: 'Abschalten nach:',
};

export const REPLY_BODY = {
  why: 'Mailprogramme setzen Ihre Adresse oft unter Ihren Text. Sie wird nie weitergegeben: Ihr Alias ersetzt sie, oder die Antwort geht an Sie zurück. Antworten, die sich nicht ändern lassen, gehen immer an Sie zurück.',
  replace: 'Alias einsetzen',
  refuse: 'an mich zurück',
  toReplace: 'Stattdessen den Alias einsetzen',
  toRefuse: 'An mich zurückschicken',
};

export const SWITCH_OFF = {
  why: 'Jede weitergeleitete Mail kann einen Link enthalten, der den Alias abschaltet. Ein neuer Link macht alle älteren ungültig.',
  renew: 'Neuen Link erzeugen',
};

export const EVERYWHERE = {
  why: 'Sie werden in jedem Browser abgemeldet, auch in diesem. Ihr Alias läuft weiter wie bisher.',
  button: 'In allen Browsern abmelden',
};

export const DELETE = {
  alias: (name: string) =>
    `Mails an ${name} werden von nun an abgelehnt. Niemand erhält diesen Namen je wieder, auch Sie nicht.`,
  aliasButton: 'Alias löschen',
  all: 'Ihr Alias, sein Verlauf, Ihre Sitzungen, Passkeys und Faktoren werden sofort gelöscht. Das lässt sich nicht rückgängig machen.',
  allButton: 'Alles löschen',
};

export const DONE = {
  alone: 'Fertig.',
  address:
    'Öffnen Sie den Link in der Mail an die jetzige Adresse, und geben Sie den Code aus der anderen hier ein.',
  link: 'Fertig. Alle älteren Links sind ungültig.',
  download: 'Die Datei liegt bei Ihren Downloads.',
};

export const FAILED = {
  secondFactor: 'Bitte melden Sie sich neu an, mit Ihrem zweiten Faktor.',
  wrongCode: 'Dieser Code ist falsch oder abgelaufen.',
  busy: 'Zu viele Versuche. Bitte versuchen Sie es später noch einmal.',
  taken: 'Für diese Adresse gibt es schon einen Alias.',
  refused: 'Die Adresse wird nicht angenommen. Bitte prüfen Sie die Schreibweise.',
  cancelled: 'Es wurde nichts geändert.',
  unreachable: 'Der Server ist nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',
  full: 'Die Liste ist voll. Entfernen Sie zuerst einen Eintrag.',
};

export const REASONS = {
  paused: 'von Ihnen angehalten',
  ended: 'der Alias ist abgelaufen',
  unknown_mailbox: 'Ihr Postfach wurde nicht gefunden',
  mailbox_full: 'Ihr Postfach ist voll',
  too_large: 'zu groß für Ihr Postfach',
  policy: 'gegen die Regeln Ihres Mailservers',
  busy: 'Ihr Mailserver war überlastet',
  unreachable: 'Ihr Mailserver hat nicht geantwortet',
  untrusted: 'der Verbindung zu Ihrem Mailserver war nicht zu trauen',
  doubt: 'die Verbindung brach vor der Antwort ab',
  listed: 'der Server steht auf einer Liste von Spam-Absendern',
  unwanted: 'Spamfilter',
  message: 'Ihr Mailserver nimmt diese Form nicht an',
  new_sender: 'neuer Absender',
  unproven: 'der Absender war nicht zu prüfen',
  blocked: 'Sie haben den Absender gesperrt',
};

export const HAPPENED = {
  refused: (reason: string) => `Abgelehnt: ${reason}`,
  waiting: (reason: string) => `Wartet: ${reason}`,
  byServer: 'von Ihrem Mailserver',
  putOff: 'von Ihrem Mailserver verschoben',
};
