export const ASKED = {
  magiclink: {
    subject: (host: string) => `Accedi a ${host}`,
    asked: (site: string) => `Qualcuno ha chiesto di accedere a ${site} con questo indirizzo.`,
  },
  signup: {
    subject: (host: string) => `Conferma il tuo indirizzo per ${host}`,
    asked: (site: string) => `Qualcuno si è registrato su ${site} con questo indirizzo.`,
  },
  recovery: {
    subject: (host: string) => `Accedi di nuovo a ${host}`,
    asked: (site: string) =>
      `Qualcuno che non riesce ad accedere a ${site} ha chiesto aiuto con questo indirizzo.`,
  },
  email_change_current: {
    subject: (host: string) => `Cambia il tuo indirizzo su ${host}`,
    asked: (site: string) =>
      `Qualcuno che ha effettuato l’accesso a ${site} con questo indirizzo vuole usarne un altro. Il cambio vale quando viene accettato qui e viene inserito il codice dell’email inviata all’altro indirizzo.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `Secondo fattore aggiunto su ${host}`,
    happened: (site: string) =>
      `È stato aggiunto un secondo fattore all’account su ${site} che ha questo indirizzo.`,
  },
  'factor-removed': {
    subject: (host: string) => `Secondo fattore rimosso su ${host}`,
    happened: (site: string) =>
      `È stato rimosso un secondo fattore dall’account su ${site} che ha questo indirizzo.`,
  },
  'factors-forgotten': {
    subject: (host: string) => `Secondi fattori rimossi su ${host}`,
    happened: (site: string) =>
      `Il gestore di ${site} ha rimosso tutti i secondi fattori dall’account che ha questo indirizzo. D’ora in poi vi si accede senza.`,
  },
  'passkey-added': {
    subject: (host: string) => `Passkey aggiunta su ${host}`,
    happened: (site: string) =>
      `È stata aggiunta una passkey all’account su ${site} che ha questo indirizzo.`,
  },
  'passkey-removed': {
    subject: (host: string) => `Passkey rimossa su ${host}`,
    happened: (site: string) =>
      `È stata rimossa una passkey dall’account su ${site} che ha questo indirizzo.`,
  },
  'api-key-added': {
    subject: (host: string) => `Chiave API aggiunta su ${host}`,
    happened: (site: string) =>
      `È stata aggiunta una chiave API all’account su ${site} che ha questo indirizzo. Un programma con questa chiave può creare alias per te.`,
  },
  'address-changed': {
    subject: (host: string) => `Indirizzo cambiato su ${host}`,
    happened: (site: string) =>
      `L’account su ${site} che aveva questo indirizzo ora ne ha un altro.`,
  },
  'address-returned': {
    subject: (host: string) => `Indirizzo ripristinato su ${host}`,
    happened: (site: string) =>
      `L’account su ${site} ha di nuovo questo indirizzo e tutte le sue sessioni sono terminate. La persona all’altro indirizzo ha segnalato di non aver fatto il cambio.`,
  },
  'address-taken-back': {
    subject: (host: string) => `Cambio di indirizzo revocato su ${host}`,
    happened: (site: string) =>
      `L’account su ${site} che aveva questo indirizzo ha di nuovo quello precedente e tutte le sue sessioni sono terminate. La persona all’indirizzo precedente ha segnalato di non aver fatto il cambio.`,
  },
  'factor-guessed': {
    subject: (host: string) => `Codici errati del secondo fattore su ${host}`,
    happened: (site: string) =>
      `Per il secondo fattore dell’account su ${site} che ha questo indirizzo sono stati inseriti 25 codici errati di seguito. Chi lo fa potrebbe leggere la tua posta: cambia la password della tua casella.`,
  },
  'session-by-code': {
    subject: (host: string) => `Un altro browser ha effettuato l’accesso su ${host}`,
    happened: (site: string) =>
      `Un altro browser ha effettuato l’accesso all’account su ${site} che ha questo indirizzo, con un codice mostrato da un browser già collegato.`,
  },
  'session-misused': {
    subject: (host: string) => `Una sessione è stata terminata su ${host}`,
    happened: (site: string) =>
      `Una sessione dell’account su ${site} che ha questo indirizzo è stata terminata: la sua chiave è stata usata in due posti, quindi in uno dei due potrebbe essere stata rubata. Accedi di nuovo.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `Conferma il tuo indirizzo per ${alias}`,
  asked: (host: string) =>
    `Qualcuno ha chiesto su ${host} un alias per questo indirizzo. Un alias è un indirizzo che inoltra le email al tuo.`,
  named: (alias: string) => `L’alias è ${alias}.`,
  code: (code: string) => `Inserisci questo codice dove hai chiesto l’alias: ${code}`,
  ignore: 'Se non l’hai chiesto tu, ignora questa email oppure segnalalo sulla stessa pagina.',
};

export const NOT_ME = {
  subject: (host: string) => `Questo indirizzo è in uso su ${host}`,
  happened: (site: string) => `Un account su ${site} ha ora questo indirizzo al posto di un altro.`,
  open: 'Se non sei stato tu, apri questa pagina e premi il pulsante:',
  works: 'Ripristina l’altro indirizzo. Il link vale 7 giorni e una volta sola.',
};

export const WAY_BACK = {
  subject: (host: string) => `Il tuo indirizzo è stato cambiato su ${host}`,
  works:
    'Restituisce all’account questo indirizzo e i suoi alias, termina tutte le sessioni e rimuove le passkey e i secondi fattori aggiunti di recente. Il link vale 7 giorni e una volta sola.',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `Conferma il tuo nuovo indirizzo per ${host}`,
  asked: (host: string, asker: string) =>
    `Qualcuno ha chiesto su ${host} di usare questo indirizzo per l’account di ${asker}.`,
  askedByNobody: (host: string) =>
    `Qualcuno ha chiesto su ${host} di usare questo indirizzo per l’account senza indirizzo.`,
  code: (code: string) => `Il codice: ${code}`,
  typeIt:
    'Inserisci questo codice dove hai chiesto il cambio. Se non l’hai chiesto tu, non fare nulla: senza il codice non succede nulla.',
  works: 'Il codice vale 24 ore e una volta sola.',
};

export const PASSWORD = {
  subject: (host: string) => `Codice per ${host}`,
  asked: (site: string) =>
    `Qualcuno che ha effettuato l’accesso a ${site} con questo indirizzo vuole cambiare la password.`,
  works: 'Il codice vale 15 minuti e una volta sola.',
};

export const LETTER = {
  open: 'Oppure apri questa pagina e premi il pulsante:',
  code: (code: string) => `Inserisci questo codice dove ti è stato chiesto: ${code}`,
  works: 'Il codice vale 15 minuti. Il link vale 24 ore. Ciascuno vale una volta sola.',
  ignore: 'Se non l’hai chiesto tu, ignora questa email.',
  notYou: 'Se non sei stato tu, accedi e termina tutte le sessioni.',
  tellTheOperator: 'Se non sei stato tu, rispondi a questa email: la riceve il gestore del sito.',
};

export const TEST_MAIL = {
  who: (alias: string) =>
    `Un visitatore di questo sito ha scritto il testo qui sotto per provare l’alias ${alias}.`,
  notOurs: 'Non l’ha scritto chi gestisce il sito. Se l’alias non è tuo, ignora questa email.',
};

export const OFF = {
  isOn: 'L’inoltro è attivo.',
  isOff: 'L’inoltro è inattivo.',
  turnOff: 'Disattiva l’inoltro',
  turnOn: 'Riattiva',
  void: 'Questo link non è più valido.',
  nothing: 'Non è cambiato nulla.',
};

export const PLACE = {
  none: 'Pagina non trovata.',
  home: 'Alla pagina iniziale',
};
