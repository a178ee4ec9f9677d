import { plural } from '../plural.ts';

const of = plural('it');

export const LOCALE = 'it';

export const ALIASES = {
  full: (has: number, most: number) => `Hai ${has} alias su ${most}.`,
  search: 'Cerca',
  found: (some: number, all: number) => `Trovati ${some} alias su ${all}`,
  none: 'Nessun alias corrisponde alla tua ricerca.',
  shown: 'mostrato sopra',
  off: 'disattivato',
  paused: 'in pausa',
  pinned: 'fissato',
  site: (host: string) => `usato su ${host}`,
  addLabel: 'Aggiungi un’etichetta',
  label: 'Etichetta',
  delivered: (count: number) =>
    `${count} ${of(count, { one: 'consegnato', many: 'consegnati', other: 'consegnati' })} in 7 giorni`,
  nothing: 'nessun messaggio in 7 giorni',
  last: (day: string) => `ultimo il ${day}`,
  select: (alias: string) => `Mostra ${alias}`,
  forwards: (alias: string) => `Inoltro di ${alias}`,
  copy: (alias: string) => `Copia ${alias}`,
  copied: 'Copiato!',
  blocked: 'Seleziona l’indirizzo e copialo.',
  labelOf: (alias: string) => `Etichetta di ${alias}`,
};

export const KEYS = {
  title: 'Programmi che possono usare i tuoi alias',
  none: 'Con una chiave API, un gestore di password o un’estensione del browser può creare alias per te.',
  make: 'Nuova chiave',
  name: 'Nome del programma',
  scope: 'Che cosa può fare',
  scopes: {
    create: 'Creare alias',
    manage: 'Creare alias, elencarli, etichettarli, attivarli e disattivarli',
    delete: 'Tutto questo, ed eliminare alias per sempre',
  },
  create: 'Crea la chiave',
  cancel: 'Annulla',
  once: 'Copia la chiave adesso. Non verrà più mostrata.',
  copy: 'Copia la chiave',
  copied: 'Copiato!',
  blocked: 'Seleziona la chiave e copiala.',
  server: 'URL del server',
  key: 'Chiave API',
  bitwarden:
    'In Bitwarden apri il generatore di nomi utente e scegli il servizio SimpleLogin. Poi inserisci questo URL del server e questa chiave.',
  done: 'Fatto',
  made: (day: string) => `creata il ${day}`,
  used: (day: string) => `usata l’ultima volta il ${day}`,
  unused: 'mai usata',
  revoke: 'Revoca',
  revokeOf: (name: string) => `Revoca ${name}`,
  revokeWhy:
    'Questo programma non potrà più usare i tuoi alias finché non gli darai una nuova chiave.',
  code: 'Codice dell’app di autenticazione',
  tooMany: 'Hai 10 chiavi. Revocane prima una.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `Troppi alias nuovi. Riprova tra ${minutes} ${of(minutes, { one: 'minuto', many: 'minuti', other: 'minuti' })}.`,
  unreachable: 'Il server non è raggiungibile. Riprova tra un momento.',
  failed: 'Non ha funzionato. Riprova tra un momento.',
  wrongCode: 'Questo codice è sbagliato o scaduto.',
};
