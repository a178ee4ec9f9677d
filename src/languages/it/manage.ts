import { plural } from '../plural.ts';

export const LOCALE = 'it';

const of = plural(LOCALE);

/** The article before a date is another one before the eighth and the eleventh. */
const vowel = (time: string) => /^(8|11)\b/.test(time);
const on = (time: string) => `${vowel(time) ? 'l’' : 'il '}${time}`;

export const MANAGE = {
  pauseHour: 'Pausa di 1 ora',
  pauseHours: '8 ore',
  pauseFor: 'Pausa di',
  pauseTomorrow: 'fino a domani',
  pauseUntil: 'Pausa',
  nothing: 'Nessuna email negli ultimi 7 giorni.',
  delivered: 'Consegnata',
  onDay: (day: string) => ` ${on(day)}`,
  cancel: 'Annulla',
  code: 'Codice dell’app di autenticazione',
  confirm: 'Conferma',
  busy: 'Un momento…',
  unknown: '…',
};

export const GROUPS = {
  history: 'L’esito delle mie email',
  senders: 'Chi può scrivermi',
  pause: 'Pausa',
  writing: 'Scrivere con l’alias',
  signIn: 'Accesso',
  leaving: 'Uscita',
};

export const TALLY = {
  none: 'nessuna email',
  arrived: (arrived: number) =>
    `${arrived} ${of(arrived, { one: 'arrivata', many: 'arrivate', other: 'arrivate' })}`,
  failed: (arrived: number, failed: number) =>
    `${arrived} ${of(arrived, { one: 'arrivata', many: 'arrivate', other: 'arrivate' })}, ${failed} no`,
};

export const ENTRIES = {
  end: 'Si disattiva da solo',
  lock: 'Solo mittenti noti',
  senders: 'Mittenti',
  history: 'Ultimi 7 giorni',
  passkey: 'Passkey',
  factor: 'Secondo fattore',
  address: 'Cambia indirizzo',
  write: 'Inizia tu a scrivere',
  replyBody: 'Se la risposta mostra il mio indirizzo',
  link: 'Link per disattivare',
  download: 'Scarica i miei dati',
  here: 'Esci qui',
  everywhere: 'Esci ovunque',
  alias: 'Elimina questo alias',
  all: 'Elimina ogni mio dato',
};

export const PASSKEY = {
  none: 'nessuna',
  some: (count: number) => (count === 1 ? 'attiva' : `attive: ${count}`),
  why: 'Con una passkey accedi con l’impronta, il volto o il PIN, senza bisogno di email.',
  add: 'Aggiungi passkey',
  remove: 'Rimuovi',
};

export const FACTOR = {
  off: 'inattivo',
  on: 'attivo',
  why: 'Chi legge le tue email avrà ancora bisogno di un codice da un’app sul tuo telefono per cambiare o eliminare qualcosa.',
  enrol: 'Configura',
  scan: 'Scansiona questo con la tua app di autenticazione, oppure inserisci lì la chiave. Poi inserisci qui il codice che l’app mostra.',
  picture: 'Codice QR per la tua app di autenticazione',
  remove: 'Rimuovi',
};

export const ADDRESS = {
  why: 'Le email inviate al tuo alias saranno inoltrate al nuovo indirizzo. Inviamo un’email a entrambi gli indirizzi. Il cambio vale quando hai aperto il link nell’email all’indirizzo attuale e inserito qui il codice dell’altra.',
  label: 'Nuovo indirizzo',
  code: (email: string) => `Codice inviato a ${email}`,
  half: 'Ora apri il link nell’email all’indirizzo attuale, se non l’hai già fatto.',
};

export const WRITE = {
  why: 'Invia dal tuo alias un’email a chi non gli ha ancora scritto. Puoi scrivere a cinque nuove persone al giorno.',
  label: 'La sua email',
  get: 'Crea indirizzo',
  address: (email: string) => `Il tuo indirizzo per ${email}`,
  copy: 'Copia indirizzo',
  copied: 'Copiato',
  blocked: 'Seleziona l’indirizzo e copialo.',
  open: 'Apri il programma email',
  how: 'Scrivi a questo indirizzo dalla tua casella. Si vede solo il tuo alias. Funziona soltanto per questa persona.',
};

export const LOCK = {
  on: 'attivo',
  off: 'inattivo',
  why: 'Sono noti i mittenti che hanno già scritto e quelli che ammetti. Le email degli altri aspettano un giorno, poi vengono rifiutate: ammettili qui sopra.',
  toOn: 'Accetta solo mittenti noti',
  toOff: 'Accetta email da tutti',
};

export const SENDERS = {
  none: 'Ancora nessuno: i pulsanti sono accanto a ogni email.',
  let: 'Ammetti',
  block: 'Blocca',
  blocked: 'Bloccato',
  forget: 'Rimuovi',
};

export const END = {
  why: 'Da quel momento le email a questo alias vengono rifiutate e per sette giorni vedi qui chi ha scritto. Puoi riattivare l’alias.',
  never: 'mai',
  on,
  days: (days: number) =>
    `${days} ${of(days, { one: 'giorno', many: 'di giorni', other: 'giorni' })}`,
  after: 'Disattiva dopo',
};

export const REPLY_BODY = {
  why: 'I programmi email mettono spesso il tuo indirizzo sotto il testo. Non viene mai trasmesso: lo sostituisce il tuo alias, oppure la risposta torna a te. Le risposte che non si possono modificare tornano sempre a te.',
  replace: 'scrivi l’alias',
  refuse: 'torna a me',
  toReplace: 'Scrivi invece l’alias',
  toRefuse: 'Rimandala a me',
};

export const SWITCH_OFF = {
  why: 'Ogni email inoltrata può contenere un link che disattiva l’alias. Un nuovo link annulla tutti i precedenti.',
  renew: 'Crea nuovo link',
};

export const EVERYWHERE = {
  why: 'Esci dall’account in ogni browser, anche in questo. Il tuo alias continua come prima.',
  button: 'Esci da ogni browser',
};

export const DELETE = {
  alias: (name: string) =>
    `D’ora in poi le email a ${name} verranno rifiutate. Nessuno avrà mai più questo nome, nemmeno tu.`,
  aliasButton: 'Elimina alias',
  all: 'Il tuo alias, la sua cronologia, le tue sessioni, passkey e fattori vengono eliminati subito. Non si può annullare.',
  allButton: 'Elimina tutto',
};

export const DONE = {
  alone: 'Fatto.',
  address:
    'Apri il link nell’email all’indirizzo attuale e inserisci qui il codice dell’altra email.',
  link: 'Fatto. Tutti i link precedenti sono annullati.',
  download: 'Il file è tra i tuoi download.',
};

export const FAILED = {
  secondFactor: 'Accedi di nuovo, con il tuo secondo fattore.',
  wrongCode: 'Questo codice è sbagliato o scaduto.',
  busy: 'Troppi tentativi. Riprova più tardi.',
  full: 'L’elenco è pieno. Rimuovi prima una voce.',
  taken: 'Questo indirizzo ha già un alias.',
  refused: 'L’indirizzo non è accettato. Controlla che sia scritto bene.',
  cancelled: 'Non è stato cambiato nulla.',
  unreachable: 'Il server non è raggiungibile. Riprova tra un momento.',
  failed: 'Non ha funzionato. Riprova tra un momento.',
};

export const REASONS = {
  paused: 'hai messo in pausa',
  ended: 'l’alias è scaduto',
  unknown_mailbox: 'la tua casella non è stata trovata',
  mailbox_full: 'la tua casella è piena',
  too_large: 'troppo grande per la tua casella',
  policy: 'contro le regole del tuo server di posta',
  busy: 'il tuo server di posta era occupato',
  unreachable: 'il tuo server di posta non ha risposto',
  untrusted: 'la connessione al tuo server di posta non era affidabile',
  doubt: 'la connessione è caduta prima della risposta',
  listed: 'il suo server è in un elenco di mittenti di spam',
  unwanted: 'filtro antispam',
  new_sender: 'mittente nuovo',
  unproven: 'impossibile verificare il mittente',
  blocked: 'hai bloccato il mittente',
  message: 'il tuo server di posta non accetta questa forma',
};

export const HAPPENED = {
  refused: (reason: string) => `Rifiutata: ${reason}`,
  waiting: (reason: string) => `In attesa: ${reason}`,
  byServer: 'dal tuo server di posta',
  putOff: 'rinviata dal tuo server di posta',
};
