import { plural } from '../plural.ts';

export const LOCALE = 'it';

export const LETTERS_IN = 'it';

const of = plural(LOCALE);

export const ALIAS_MESSAGES = {
  toggleFailed: 'Impossibile modificare l’inoltro. Riprova.',
  aliasDisabled: 'L’alias è disattivato. Riattivalo per ricevere messaggi.',
  testMailSent: 'L’email di prova è stata inoltrata!',
};

export const waitMessage = (seconds: number) =>
  `Attendi ${seconds} ${of(seconds, { one: 'secondo', many: 'di secondi', other: 'secondi' })} prima di inviare un’altra email di prova.`;

export const ALIAS = { current: 'Alias attuale:' };

export const RESULT = {
  heading: 'Il tuo alias è pronto!',
  use: 'Con questo indirizzo navighi senza spam',
  copy: 'Copia l’alias',
  copied: 'Copiato!',
  upgrade: 'Presto più alias con un upgrade.',
  disableAnyTime: 'Puoi disattivare questo alias quando vuoi',
  back: 'Alla pagina iniziale',
};

export const FORWARDING = {
  on: 'Inoltro attivo',
  onDetail: 'Le email inviate al tuo alias sono inoltrate a',
  off: 'Inoltro inattivo',
  offDetail: 'Al momento le email non sono inoltrate',
  badge: 'Inattivo',
  banner: 'L’alias è disattivato: le email non saranno inoltrate',
  blocked: 'Alias disattivato',
};

export const TEST_MAIL = {
  open: 'Invia una prova',
  title: 'Invia una prova',
  to: 'A',
  subject: 'Oggetto',
  message: 'Messaggio',
  rateLimit: 'Limite: 1 prova al minuto',
  cancel: 'Annulla',
  send: 'Invia una prova',
  sending: 'Invio…',
};

export const FULL = (field: string, most: number) =>
  `${field}: al massimo ${most.toLocaleString(LOCALE)} caratteri.`;

export const SPOKEN = {
  copyAddress: 'Copia l’indirizzo',
  copied: 'Alias copiato',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `L’email di prova non è stata consegnata: il server del destinatario l’ha rifiutata${code === undefined ? '' : ` (${code})`}.`,
  deferred:
    'L’email di prova non è stata consegnata: il server del destinatario chiede di riprovare più tardi.',
  unanswered:
    'L’email di prova non è stata consegnata: il server del destinatario non ha risposto.',
  other:
    'Impossibile inviare l’email di prova. Ciò che hai scritto è conservato; riprova tra un momento.',
};

export const COPY_BLOCKED = {
  keyboard: 'Il browser impedisce la copia. L’indirizzo è selezionato: premi Ctrl+C.',
  apple: 'Il browser impedisce la copia. L’indirizzo è selezionato: premi Cmd+C.',
  touch: 'Il browser impedisce la copia. L’indirizzo è selezionato: tienilo premuto per copiarlo.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way =
      tls === null ? 'senza cifratura' : `tramite ${tls}${verified ? ' (server verificato)' : ''}`;
    return `Consegnata a ${host} ${way} in ${time}`;
  },
  tryOut: (time: string) => ['Consegnata alla ', 'casella di prova', ` in ${time}`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) =>
    `Prima conferma il tuo indirizzo. Abbiamo inviato un’email a ${email}.`,
  paused: (time: string) => `L’inoltro è in pausa. Fine della pausa: ${time}.`,
};
