import { plural } from '../plural.ts';

const of = plural('pl');

export const LOCALE = 'pl';

export const ALIASES = {
  full: (has: number, most: number) => `Masz ${has} z ${most} aliasów.`,
  search: 'Szukaj',
  found: (some: number, all: number) => `Znalezione aliasy: ${some} z ${all}`,
  none: 'Żaden alias nie pasuje do wyszukiwania.',
  shown: 'pokazany wyżej',
  off: 'wyłączony',
  paused: 'wstrzymany',
  pinned: 'przypięty',
  site: (host: string) => `używany w ${host}`,
  addLabel: 'Dodaj etykietę',
  label: 'Etykieta',
  delivered: (count: number) => `dostarczone w 7 dni: ${count}`,
  nothing: 'brak wiadomości w 7 dni',
  last: (day: string) => `ostatnia ${day}`,
  select: (alias: string) => `Pokaż ${alias}`,
  forwards: (alias: string) => `Przekazywanie dla ${alias}`,
  copy: (alias: string) => `Kopiuj ${alias}`,
  copied: 'Skopiowano!',
  blocked: 'Zaznacz adres i skopiuj go.',
  labelOf: (alias: string) => `Etykieta: ${alias}`,
};

export const KEYS = {
  title: 'Programy, które mogą używać Twoich aliasów',
  none: 'Z kluczem API menedżer haseł lub rozszerzenie przeglądarki może tworzyć dla Ciebie aliasy.',
  make: 'Nowy klucz',
  name: 'Nazwa programu',
  scope: 'Co może robić',
  scopes: {
    create: 'Tworzyć aliasy',
    manage: 'Tworzyć aliasy, wyświetlać je, nadawać etykiety, włączać i wyłączać',
    delete: 'To wszystko, a także usuwać aliasy na zawsze',
  },
  create: 'Utwórz klucz',
  cancel: 'Anuluj',
  once: 'Skopiuj klucz teraz. Nie zostanie pokazany ponownie.',
  copy: 'Kopiuj klucz',
  copied: 'Skopiowano!',
  blocked: 'Zaznacz klucz i skopiuj go.',
  server: 'Adres URL serwera',
  key: 'Klucz API',
  bitwarden:
    'W Bitwarden otwórz generator nazw użytkownika i wybierz usługę SimpleLogin. Potem wpisz ten adres URL serwera i ten klucz.',
  done: 'Gotowe',
  made: (day: string) => `utworzony ${day}`,
  used: (day: string) => `ostatnio użyty ${day}`,
  unused: 'nigdy nieużyty',
  revoke: 'Unieważnij',
  revokeOf: (name: string) => `Unieważnij ${name}`,
  revokeWhy:
    'Ten program nie będzie mógł używać Twoich aliasów, dopóki nie dostanie nowego klucza.',
  code: 'Kod z aplikacji logowania',
  tooMany: 'Masz 10 kluczy. Najpierw unieważnij jeden z nich.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `Za dużo nowych aliasów. Spróbuj ponownie za ${minutes} ${of(minutes, { one: 'minutę', few: 'minuty', many: 'minut', other: 'minuty' })}.`,
  unreachable: 'Serwer jest nieosiągalny. Spróbuj ponownie za chwilę.',
  failed: 'Nie udało się. Spróbuj ponownie za chwilę.',
  wrongCode: 'Ten kod jest błędny albo wygasł.',
};
