import { plural } from '../plural.ts';

export const LOCALE = 'pl';

export const LETTERS_IN = 'pl';

const of = plural(LOCALE);

export const ALIAS_MESSAGES = {
  toggleFailed: 'Nie udało się przełączyć przekazywania. Spróbuj ponownie.',
  aliasDisabled: 'Alias jest wyłączony. Włącz go, aby otrzymywać e-maile.',
  testMailSent: 'Testowy e-mail został przekazany!',
};

export const waitMessage = (seconds: number) =>
  `Następny testowy e-mail możesz wysłać za ${seconds} ${of(seconds, {
    one: 'sekundę',
    few: 'sekundy',
    many: 'sekund',
    other: 'sekundy',
  })}.`;

export const ALIAS = { current: 'Twój obecny alias:' };

export const RESULT = {
  heading: 'Alias jest gotowy!',
  use: 'Z tym adresem unikniesz spamu w sieci',
  copy: 'Kopiuj alias',
  copied: 'Skopiowano!',
  upgrade: 'Wkrótce plan z wieloma aliasami.',
  disableAnyTime: 'Możesz wyłączyć ten alias w każdej chwili',
  back: 'Wróć do początku',
};

export const FORWARDING = {
  on: 'Przekazywanie wł.',
  onDetail: 'E-maile na Twój alias są przekazywane na adres',
  off: 'Przekazywanie wył.',
  offDetail: 'E-maile nie są teraz przekazywane',
  badge: 'Wyłączony',
  banner: 'Alias jest wyłączony: e-maile nie będą przekazywane',
  blocked: 'Alias wyłączony',
};

export const TEST_MAIL = {
  open: 'Wyślij test',
  title: 'Wyślij test',
  to: 'Do',
  subject: 'Temat',
  message: 'Treść',
  rateLimit: 'Limit: 1 test na minutę',
  cancel: 'Anuluj',
  send: 'Wyślij test',
  sending: 'Wysyłanie…',
};

export const FULL = (field: string, most: number) =>
  `${field}: najwyżej ${most.toLocaleString(LOCALE)} ${of(most, {
    one: 'znak',
    few: 'znaki',
    many: 'znaków',
    other: 'znaku',
  })}.`;

export const SPOKEN = {
  copyAddress: 'Kopiuj adres',
  copied: 'Alias skopiowany',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `Nie udało się doręczyć testowego e-maila: serwer odbiorcy go odrzucił${code === undefined ? '' : ` (${code})`}.`,
  deferred:
    'Nie udało się doręczyć testowego e-maila: serwer odbiorcy prosi, by spróbować później.',
  unanswered: 'Nie udało się doręczyć testowego e-maila: serwer odbiorcy nie odpowiedział.',
  other:
    'Nie udało się wysłać testowego e-maila. Wpisana treść została zachowana; spróbuj ponownie za chwilę.',
};

export const COPY_BLOCKED = {
  keyboard: 'Przeglądarka blokuje kopiowanie. Adres jest zaznaczony: naciśnij Ctrl+C.',
  apple: 'Przeglądarka blokuje kopiowanie. Adres jest zaznaczony: naciśnij Cmd+C.',
  touch: 'Przeglądarka blokuje kopiowanie. Adres jest zaznaczony: przytrzymaj go, aby skopiować.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way =
      tls === null ? 'bez szyfrowania' : `przez ${tls}${verified ? ' (serwer sprawdzony)' : ''}`;
    return `Doręczono do ${host} ${way} w ${time}`;
  },
  tryOut: (time: string) => ['Doręczono do ', 'skrzynki próbnej', ` w ${time}`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) => `Najpierw potwierdź swój adres. Wysłaliśmy e-mail na ${email}.`,
  paused: (time: string) => `Przekazywanie jest wstrzymane do ${time}.`,
};
