import { plural } from '../plural.ts';

const of = plural('de');

export const OWNER = {
  oneStep: 'Noch ein Schritt: Adresse bestätigen',
  weSent: [
    'Wir haben eine Mail an ',
    ' geschickt. Öffnen Sie den Link darin, dann werden Mails an Ihren Alias weitergeleitet. Bis dahin werden Absender gebeten, es später noch einmal zu versuchen.',
  ],
  code: 'Code aus der Mail',
  confirm: 'Bestätigen',
  confirming: 'Wird bestätigt …',
  again: 'Mail noch einmal senden',
  sentAgain: 'Die Mail wurde noch einmal gesendet.',
  sending: 'Wird gesendet …',
  yours: 'Sie verwalten diesen Alias in diesem Browser.',
  paused: 'Angehalten bis',
  endPause: 'Pause beenden',
  notEnded: 'Die Pause konnte nicht beendet werden. Bitte versuchen Sie es gleich noch einmal.',
  manages: ['Sie verwalten ', ' in diesem Browser'],
  show: 'Meinen Alias zeigen',
  manage: 'Diesen Alias verwalten',
  hidden: 'Für diese Adresse gibt es schon einen Alias. Nur sein Inhaber kann ihn hier sehen.',
  signedOut: 'Sie wurden abgemeldet. Es wurde nichts geändert.',
  sendLink: 'Link per Mail senden',
  passkey: 'Passkey verwenden',
  offer: 'Mit einem Passkey brauchen Sie nächstes Mal keine Mail',
  onItsWay: [
    'Wenn es für ',
    ' einen Alias gibt, ist eine Mail unterwegs. Öffnen Sie ihren Link in diesem Browser oder geben Sie den Code hier ein.',
  ],
  linkSent: [
    'Eine Mail ist unterwegs an ',
    '. Öffnen Sie ihren Link in diesem Browser oder geben Sie den Code hier ein.',
  ],
  done: 'Fertig. Mails an Ihren Alias werden jetzt weitergeleitet.',
  otherBrowser:
    'Um den Alias auch in einem anderen Browser zu verwalten, geben Sie dort diesen Code ein:',
  elsewhere:
    'Ihre Adresse wurde in einem anderen Browser bestätigt. Um den Alias auch hier zu verwalten, geben Sie den dort gezeigten Code ein.',
  elsewhereCode: 'Code aus dem anderen Browser',
  toCode: 'Zum Feld für den Code',
  aliases: 'Ihre Aliasse',
  aliasesCount: (has: number, most: number) => `${has} von ${most}`,
  aliasMake: 'Neuer Alias',
  aliasMaking: 'Wird erstellt …',
  aliasMade: 'Ihr Alias wurde erstellt!',
};

export const LINK = {
  title: 'Ist das Ihre Adresse?',
  text: 'Drücken Sie auf den Knopf, um die Weiterleitung an die Adresse zu beginnen, an die diese Mail ging, und um ihren Alias in diesem Browser zu verwalten.',
  alias: 'Alias',
  to: 'Leitet weiter an',
  yes: 'Ja, das ist meine Adresse',
  no: 'Das habe ich nicht verlangt',
  noDelete: 'Nicht von mir: Alias löschen',
  brief: 'Hier nicht angemeldet bleiben',
  expired: 'Dieser Link ist abgelaufen oder wurde schon benutzt.',
  again: 'Neuen Link senden',
  email: 'Ihre E-Mail-Adresse',
  cancel: 'Abbrechen',
};

export const FAREWELL = {
  notMine: 'Der Alias wurde gelöscht, und Sie erhalten keine Mails mehr von uns.',
  declined: 'Erledigt. Der Link in der Mail gilt nicht mehr.',
  aliasDeleted: 'Ihr Alias wurde gelöscht. Sein Name wird nie wieder vergeben.',
  allDeleted: 'Alles über Sie wurde gelöscht.',
  halfWay:
    'Die Änderung wurde von Ihrer jetzigen Adresse aus bestätigt. Geben Sie nun den Code aus der anderen Mail dort ein, wo Sie die Änderung angefordert haben.',
  moved: 'Ihre Adresse wurde geändert. Bitte melden Sie sich mit der neuen an.',
};

export const REFUSAL = {
  notKept:
    'Ihre Adresse ist bestätigt. Dieser Browser lässt nicht zu, dass Sie angemeldet bleiben, deshalb kann der Alias hier nicht verwaltet werden.',
  notOffered: 'Ohne Ihr Ja wird nichts an Sie weitergeleitet. Sie können die Mail ignorieren.',
  noPasskey: 'Es wurde kein Passkey angenommen. Mit einer Mail geht es auch.',
  wrongCode: 'Dieser Code ist falsch oder abgelaufen.',
  wait: (seconds: number) =>
    `Bitte warten Sie ${seconds} ${of(seconds, { one: 'Sekunde', other: 'Sekunden' })}.`,
  usedUp: 'An diese Adresse ging heute schon eine Mail. Bitte sehen Sie auch im Spam-Ordner nach.',
  refused: (domain: string) =>
    `Der Mailserver von ${domain} nimmt für diese Adresse keine Mails an. Bitte prüfen Sie die Schreibweise.`,
  failed: 'Die Mail konnte nicht gesendet werden. Bitte versuchen Sie es gleich noch einmal.',
};

export const UNASKED = {
  made: ['Jemand hat ', ' für Ihre Adresse angelegt.'],
  keep: 'Behalten',
  discard: 'Löschen',
  gone: ['', ' wurde gelöscht.'],
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',
};
