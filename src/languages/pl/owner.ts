import { plural } from '../plural.ts';

const of = plural('pl');

export const OWNER = {
  oneStep: 'Jeszcze krok: potwierdź swój adres',
  weSent: [
    'Wysłaliśmy e-mail na ',
    '. Otwórz link, który zawiera, a e-maile na Twój alias będą przekazywane. Do tego czasu nadawcy są proszeni, by spróbować później.',
  ],
  code: 'Kod z e-maila',
  confirm: 'Potwierdź',
  confirming: 'Potwierdzanie…',
  again: 'Wyślij e-mail ponownie',
  sentAgain: 'E-mail został wysłany ponownie.',
  sending: 'Wysyłanie…',
  yours: 'Zarządzasz tym aliasem w tej przeglądarce.',
  paused: 'Wstrzymane do',
  endPause: 'Zakończ pauzę',
  notEnded: 'Nie udało się zakończyć pauzy. Spróbuj ponownie za chwilę.',
  manages: ['Zarządzasz ', ' w tej przeglądarce'],
  show: 'Pokaż mój alias',
  manage: 'Zarządzaj aliasem',
  hidden: 'Ten adres ma już alias. Tylko jego właściciel może go tu zobaczyć.',
  signedOut: 'Wylogowano Cię. Nic nie zmieniono.',
  sendLink: 'Wyślij mi link',
  passkey: 'Użyj klucza',
  offer: 'Dodaj klucz dostępu, a następnym razem obejdziesz się bez e-maila',
  onItsWay: [
    'Jeśli ',
    ' ma alias, e-mail jest w drodze. Otwórz link z niego w tej przeglądarce albo wpisz tutaj kod.',
  ],
  linkSent: [
    'E-mail jest w drodze na ',
    '. Otwórz link z niego w tej przeglądarce albo wpisz tutaj kod.',
  ],
  done: 'Gotowe. E-maile na Twój alias są teraz przekazywane.',
  otherBrowser: 'Aby zarządzać aliasem także w innej przeglądarce, wpisz w niej ten kod:',
  elsewhere:
    'Twój adres potwierdzono w innej przeglądarce. Aby zarządzać aliasem także tutaj, wpisz kod, który ona pokazuje.',
  elsewhereCode: 'Kod z innej przeglądarki',
  toCode: 'Do pola kodu',
  aliases: 'Twoje aliasy',
  aliasesCount: (has: number, most: number) => `${has} z ${most}`,
  aliasMake: 'Nowy alias',
  aliasMaking: 'Tworzenie…',
  aliasMade: 'Twój alias został utworzony!',
};

export const LINK = {
  title: 'Czy to Twój adres?',
  text: 'Naciśnij przycisk, aby rozpocząć przekazywanie na adres, na który przyszedł ten e-mail, i zarządzać jego aliasem w tej przeglądarce.',
  alias: 'Alias',
  to: 'Przekazuje na',
  yes: 'Tak, to mój adres',
  no: 'To nie moja prośba',
  noDelete: 'To nie ja: usuń alias',
  brief: 'Nie zapamiętuj mnie tutaj',
  expired: 'Ten link wygasł albo został już użyty.',
  again: 'Wyślij nowy link',
  email: 'Twój adres e-mail',
  cancel: 'Anuluj',
};

export const FAREWELL = {
  notMine: 'Alias został usunięty i nie dostaniesz od nas więcej e-maili.',
  declined: 'Gotowe. Link z e-maila już nie działa.',
  aliasDeleted: 'Twój alias został usunięty. Jego nazwy nie dostanie już nigdy nikt.',
  allDeleted: 'Usunęliśmy wszystko, co Cię dotyczy.',
  halfWay:
    'Zgoda z obecnego adresu przyjęta. Teraz wpisz kod z drugiego e-maila tam, gdzie została zlecona zmiana.',
  moved: 'Twój adres został zmieniony. Zaloguj się nowym adresem.',
};

export const REFUSAL = {
  notKept:
    'Twój adres jest potwierdzony. Ta przeglądarka nie pozwala zapamiętać logowania, więc nie można tu zarządzać aliasem.',
  notOffered:
    'Bez Twojego „tak” nic nie będzie do Ciebie przekazywane. Możesz zignorować ten e-mail.',
  noPasskey: 'Nie przyjęto klucza dostępu. Można też użyć e-maila.',
  wrongCode: 'Ten kod jest błędny albo wygasł.',
  wait: (seconds: number) =>
    `Poczekaj ${seconds} ${of(seconds, {
      one: 'sekundę',
      few: 'sekundy',
      many: 'sekund',
      other: 'sekundy',
    })}.`,
  usedUp: 'Na ten adres wysłano dziś już e-mail. Sprawdź także folder ze spamem.',
  refused: (domain: string) =>
    `Serwer poczty ${domain} nie przyjmuje e-maili na ten adres. Sprawdź pisownię.`,
  failed: 'Nie udało się wysłać e-maila. Spróbuj ponownie za chwilę.',
};

export const UNASKED = {
  made: ['Ktoś utworzył ', ' dla Twojego adresu.'],
  keep: 'Zachowaj',
  discard: 'Usuń',
  gone: ['Alias ', ' został usunięty.'],
  failed: 'Nie udało się. Spróbuj ponownie za chwilę.',
};
