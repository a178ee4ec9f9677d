import { plural } from '../plural.ts';

const of = plural('it');

export const OWNER = {
  oneStep: 'Manca un passo: conferma l’indirizzo',
  weSent: [
    'Abbiamo inviato un’email a ',
    '. Apri il link che contiene e le email al tuo alias saranno inoltrate. Fino ad allora ai mittenti viene chiesto di riprovare più tardi.',
  ],
  code: 'Codice nell’email',
  confirm: 'Conferma',
  confirming: 'Conferma…',
  again: 'Invia di nuovo l’email',
  sentAgain: 'L’email è stata inviata di nuovo.',
  sending: 'Invio…',
  yours: 'Gestisci questo alias in questo browser.',
  paused: 'Fine pausa:',
  endPause: 'Termina la pausa',
  notEnded: 'Impossibile terminare la pausa. Riprova tra un momento.',
  manages: ['Gestisci ', ' in questo browser'],
  show: 'Mostra il mio alias',
  manage: 'Gestisci questo alias',
  hidden: 'Questo indirizzo ha già un alias. Solo il suo titolare può vederlo qui.',
  signedOut: 'La sessione è terminata. Non è stato cambiato nulla.',
  sendLink: 'Inviami un link',
  passkey: 'Usa una passkey',
  offer: 'Con una passkey la prossima volta non servono email',
  onItsWay: [
    'Se ',
    ' ha un alias, un’email è in arrivo. Apri il suo link in questo browser o inserisci qui il codice.',
  ],
  linkSent: [
    'Un’email è in arrivo a ',
    '. Apri il suo link in questo browser o inserisci qui il codice.',
  ],
  done: 'Fatto. Ora le email al tuo alias vengono inoltrate.',
  otherBrowser: 'Per gestire l’alias anche in un altro browser, inserisci lì questo codice:',
  elsewhere:
    'Il tuo indirizzo è stato confermato in un altro browser. Per gestire l’alias anche qui, inserisci il codice mostrato lì.',
  elsewhereCode: 'Codice dell’altro browser',
  toCode: 'Al campo del codice',
  aliases: 'I tuoi alias',
  aliasesCount: (has: number, most: number) => `${has} di ${most}`,
  aliasMake: 'Nuovo alias',
  aliasMaking: 'Creazione…',
  aliasMade: 'Il tuo alias è stato creato!',
};

export const LINK = {
  title: 'È il tuo indirizzo?',
  text: 'Premi il pulsante per avviare l’inoltro all’indirizzo a cui è stata inviata questa email e per gestire il suo alias in questo browser.',
  alias: 'Alias',
  to: 'Inoltra a',
  yes: 'Sì, è il mio indirizzo',
  no: 'Non l’ho chiesto io',
  noDelete: 'Non l’ho chiesto: elimina l’alias',
  brief: 'Non mantenere l’accesso qui',
  expired: 'Questo link è scaduto o è già stato usato.',
  again: 'Invia nuovo link',
  email: 'La tua email',
  cancel: 'Annulla',
};

export const FAREWELL = {
  notMine: 'L’alias è stato eliminato e non riceverai più email da noi.',
  declined: 'Fatto. Il link nell’email non è più valido.',
  aliasDeleted: 'Il tuo alias è stato eliminato. Il suo nome non sarà mai più assegnato a nessuno.',
  allDeleted: 'Tutto ciò che ti riguarda è stato eliminato.',
  halfWay:
    'Il cambio è stato approvato dal tuo indirizzo attuale. Ora inserisci il codice dell’altra email dove hai chiesto il cambio.',
  moved: 'Il tuo indirizzo è stato cambiato. Accedi con quello nuovo.',
};

export const REFUSAL = {
  notKept:
    'Il tuo indirizzo è confermato. Questo browser non permette di mantenere l’accesso, quindi l’alias non può essere gestito qui.',
  notOffered: 'Senza il tuo sì non ti viene inoltrato nulla. Puoi ignorare l’email.',
  noPasskey: 'Nessuna passkey è stata accettata. Va bene anche un’email.',
  wrongCode: 'Questo codice è sbagliato o scaduto.',
  wait: (seconds: number) =>
    `Attendi ${seconds} ${of(seconds, { one: 'secondo', many: 'di secondi', other: 'secondi' })}.`,
  usedUp:
    'Oggi è già stata inviata un’email a questo indirizzo. Guarda anche nella cartella dello spam.',
  refused: (domain: string) =>
    `Il server di posta di ${domain} non accetta email per questo indirizzo. Controlla che sia scritto bene.`,
  failed: 'Impossibile inviare l’email. Riprova tra un momento.',
};

export const UNASKED = {
  made: ['Qualcuno ha creato ', ' per il tuo indirizzo.'],
  keep: 'Conserva',
  discard: 'Elimina',
  gone: ['', ' è stato eliminato.'],
  failed: 'Non ha funzionato. Riprova tra un momento.',
};
