export const LANGUAGE = 'it';

export const MESSAGES = {
  planLimit: 'Il piano gratuito permette un solo alias. Presto di più con un upgrade!',
  creationFailed: 'Impossibile creare l’alias. Riprova.',
  noUniqueAlias: 'Nessun alias libero trovato',
  invalidEmail: 'Inserisci un indirizzo email valido',
  created: 'Il tuo alias è stato creato!',
};

export const TEXTS = {
  form: {
    label: 'La tua vera email',
    placeholder: 'tu@example.com',
    submit: 'Crea un alias',
    checking: 'Verifica…',
    creating: 'Creazione alias…',
    hint: 'Il tuo alias è creato subito',
    limitReached: 'Piano gratuito esaurito',
  },
  madeIn: 'Creato con',
};

export const PAGE = { name: 'Veilpost', what: 'Un indirizzo da dare al posto del tuo' };

export const ABOUT = {
  title: 'Veilpost: un alias email per navigare senza spam',
  description:
    'Inserisci il tuo vero indirizzo email e ottieni subito un alias. Le email inviate all’alias ti vengono inoltrate e puoi disattivarlo quando vuoi.',
  noScript: 'Per creare un alias, questa pagina ha bisogno di JavaScript.',
};

export const FIRST_LOOK = {
  facts: [
    ['Le email all’alias', 'ti vengono inoltrate'],
    ['Le tue email', 'passano soltanto, nessuna viene conservata'],
    ['L’alias', 'si disattiva con un clic'],
  ],
  kept: 'Che cosa conserviamo e per quanto',
};

export const SPOKEN = {
  notifications: 'Notifiche',
  newTab: 'Si apre in una nuova scheda',
};

export const TROUBLE = {
  unreachable:
    'Il server non è raggiungibile. Ciò che hai scritto è conservato; riprova tra un momento.',
  busy: 'Dalla tua rete sono arrivate troppe richieste. Riprova tra un minuto.',
  unacceptable:
    'Non è possibile creare un alias per questo indirizzo. Controlla che sia scritto bene.',
  broken:
    'Qualcosa è andato storto in questa pagina. Il tuo alias non ne risente; ricarica la pagina per continuare.',
};

export const TRY_AGAIN = 'Riprova';
export const RELOAD = 'Ricarica';
