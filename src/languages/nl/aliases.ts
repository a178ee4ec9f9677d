import { plural } from '../plural.ts';

const of = plural('nl');

export const LOCALE = 'nl';

export const ALIASES = {
  full: (has: number, most: number) => `U hebt ${has} van ${most} aliassen.`,
  search: 'Zoeken',
  found: (some: number, all: number) => `${some} van ${all} aliassen gevonden`,
  none: 'Geen alias past bij uw zoekopdracht.',
  shown: 'hierboven getoond',
  off: 'uitgeschakeld',
  paused: 'gepauzeerd',
  pinned: 'vastgezet',
  site: (host: string) => `gebruikt bij ${host}`,
  addLabel: 'Label toevoegen',
  label: 'Label',
  delivered: (count: number) => `${count} bezorgd in 7 dagen`,
  nothing: 'geen bericht in 7 dagen',
  last: (day: string) => `laatste op ${day}`,
  select: (alias: string) => `${alias} tonen`,
  forwards: (alias: string) => `Doorsturen voor ${alias}`,
  copy: (alias: string) => `${alias} kopiëren`,
  copied: 'Gekopieerd!',
  blocked: 'Selecteer het adres en kopieer het.',
  labelOf: (alias: string) => `Label van ${alias}`,
};

export const KEYS = {
  title: 'Programma’s die uw aliassen mogen gebruiken',
  none: 'Met een API-sleutel kan een wachtwoordbeheerder of een browserextensie aliassen voor u maken.',
  make: 'Nieuwe sleutel',
  name: 'Naam van het programma',
  scope: 'Wat het mag',
  scopes: {
    create: 'Aliassen maken',
    manage: 'Aliassen maken, bekijken, labelen, in- en uitschakelen',
    delete: 'Dat alles, en aliassen voorgoed wissen',
  },
  create: 'Sleutel maken',
  cancel: 'Annuleren',
  once: 'Kopieer de sleutel nu. Hij wordt niet nog eens getoond.',
  copy: 'Sleutel kopiëren',
  copied: 'Gekopieerd!',
  blocked: 'Selecteer de sleutel en kopieer hem.',
  server: 'Server-URL',
  key: 'API-sleutel',
  bitwarden:
    'Open in Bitwarden de generator voor gebruikersnamen en kies de dienst SimpleLogin. Vul daarna deze server-URL en deze sleutel in.',
  done: 'Klaar',
  made: (day: string) => `gemaakt op ${day}`,
  used: (day: string) => `laatst gebruikt op ${day}`,
  unused: 'nooit gebruikt',
  revoke: 'Intrekken',
  revokeOf: (name: string) => `${name} intrekken`,
  revokeWhy:
    'Dit programma kan uw aliassen niet meer gebruiken, tot u het een nieuwe sleutel geeft.',
  code: 'Code uit uw authenticator-app',
  tooMany: 'U hebt 10 sleutels. Trek er eerst een in.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `Te veel nieuwe aliassen. Probeer het over ${minutes} ${of(minutes, { one: 'minuut', other: 'minuten' })} opnieuw.`,
  unreachable: 'De server is niet bereikbaar. Probeer het zo meteen opnieuw.',
  failed: 'Dat is niet gelukt. Probeer het zo meteen opnieuw.',
  wrongCode: 'Deze code is onjuist of verlopen.',
};
