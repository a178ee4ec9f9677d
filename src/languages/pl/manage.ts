import { plural } from '../plural.ts';

export const LOCALE = 'pl';

const of = plural(LOCALE);

const arrivals = (count: number) =>
  `${count} ${of(count, { one: 'dotarł', few: 'dotarły', many: 'dotarło', other: 'dotarło' })}`;

export const MANAGE = {
  pauseHour: 'Wstrzymaj 1 godz.',
  pauseHours: '8 godz.',
  pauseFor: 'Wstrzymaj na',
  pauseTomorrow: 'do jutra',
  pauseUntil: 'Wstrzymaj',
  nothing: 'Brak e-maili w ostatnich 7 dniach.',
  delivered: 'Doręczono',
  onDay: (day: string) => ` dnia ${day}`,
  cancel: 'Anuluj',
  code: 'Kod z aplikacji logowania',
  confirm: 'Potwierdź',
  busy: 'Chwileczkę…',
  unknown: '…',
};

export const GROUPS = {
  history: 'Co się stało z moją pocztą',
  senders: 'Kto może do mnie pisać',
  pause: 'Pauza',
  writing: 'Pisanie z aliasu',
  signIn: 'Logowanie',
  leaving: 'Odejście',
};

export const TALLY = {
  none: 'brak e-maili',
  arrived: arrivals,
  failed: (arrived: number, failed: number) => `${arrivals(arrived)}, ${failed} nie`,
};

export const ENTRIES = {
  end: 'Wyłączy się sam',
  lock: 'Tylko znani nadawcy',
  senders: 'Nadawcy',
  history: 'Ostatnie 7 dni',
  passkey: 'Klucz dostępu',
  factor: 'Drugi składnik',
  address: 'Zmień adres',
  write: 'Napisz do nowej osoby',
  replyBody: 'Gdy w odpowiedzi jest mój adres',
  link: 'Nowy link wyłączający',
  download: 'Pobierz moje dane',
  here: 'Wyloguj tutaj',
  everywhere: 'Wyloguj wszędzie',
  alias: 'Usuń ten alias',
  all: 'Usuń wszystko o mnie',
};

export const PASSKEY = {
  none: 'brak',
  some: (count: number) => (count === 1 ? 'jest' : `są: ${count}`),
  why: 'Z kluczem dostępu zalogujesz się odciskiem palca, twarzą lub kodem PIN i nie potrzebujesz e-maila.',
  add: 'Dodaj klucz',
  remove: 'Usuń',
};

export const FACTOR = {
  off: 'wył.',
  on: 'wł.',
  why: 'Kto czyta Twoją pocztę, potrzebuje wtedy jeszcze kodu z aplikacji w Twoim telefonie, aby coś zmienić lub usunąć.',
  enrol: 'Włącz',
  scan: 'Zeskanuj to aplikacją logowania albo wpisz w niej klucz. Potem wpisz kod, który pokaże.',
  picture: 'Kod QR dla aplikacji logowania',
  remove: 'Usuń',
};

export const ADDRESS = {
  why: 'E-maile na Twój alias będą przekazywane na nowy adres. Na oba adresy wyślemy e-mail. Zmiana zacznie obowiązywać, gdy otworzysz link z e-maila na obecny adres, a kod z drugiego wpiszesz tutaj.',
  label: 'Nowy adres',
  code: (email: string) => `Kod z e-maila na ${email}`,
  half: 'Teraz otwórz link z e-maila na obecny adres, jeśli jeszcze nie jest to zrobione.',
};

export const WRITE = {
  why: 'Wyślij e-mail ze swojego aliasu do kogoś, kto jeszcze do niego nie pisał. Możesz napisać do pięciu nowych osób dziennie.',
  label: 'E-mail tej osoby',
  get: 'Pobierz adres',
  address: (email: string) => `Twój adres dla ${email}`,
  copy: 'Kopiuj adres',
  copied: 'Skopiowano',
  blocked: 'Zaznacz adres i skopiuj go.',
  open: 'Napisz w programie poczty',
  how: 'Napisz na ten adres z własnej skrzynki. Widoczny będzie tylko Twój alias. Adres działa tylko dla tej jednej osoby.',
};

export const LOCK = {
  on: 'wł.',
  off: 'wył.',
  why: 'Znani nadawcy to ci, którzy już pisali, i ci, których wpuścisz. E-maile pozostałych czekają dobę, potem są odrzucane: wpuść ich powyżej.',
  toOn: 'Tylko od znanych nadawców',
  toOff: 'Przyjmuj od wszystkich',
};

export const SENDERS = {
  none: 'Jeszcze nikt: przyciski są obok każdego e-maila.',
  let: 'Wpuść',
  block: 'Blokuj',
  blocked: 'Zablokowany',
  forget: 'Usuń',
};

export const END = {
  why: 'Od tej chwili e-maile na ten alias będą odrzucane, a Ty przez siedem dni zobaczysz tutaj, kto pisał. Alias możesz włączyć ponownie.',
  never: 'nigdy',
  on: (time: string) => time,
  days: (days: number) =>
    `${days} ${of(days, { one: 'dzień', few: 'dni', many: 'dni', other: 'dnia' })}`,
  after: 'Wyłącz po:',
};

export const REPLY_BODY = {
  why: 'Programy pocztowe często wstawiają Twój adres pod tekstem. Nigdy nie jest on przekazywany dalej: zastępuje go alias albo odpowiedź wraca do Ciebie. Odpowiedzi, których nie da się zmienić, zawsze wracają.',
  replace: 'wstaw alias',
  refuse: 'zwróć mi',
  toReplace: 'Wstaw zamiast niego alias',
  toRefuse: 'Zwróć mi odpowiedź',
};

export const SWITCH_OFF = {
  why: 'Każdy przekazany e-mail może zawierać link, który wyłącza alias. Nowy link unieważnia wszystkie starsze.',
  renew: 'Utwórz nowy link',
};

export const EVERYWHERE = {
  why: 'Nastąpi wylogowanie we wszystkich przeglądarkach, także w tej. Alias działa dalej bez zmian.',
  button: 'Wyloguj wszędzie',
};

export const DELETE = {
  alias: (name: string) =>
    `E-maile na ${name} będą od teraz odrzucane. Nikt już nigdy nie dostanie tej nazwy, Ty też nie.`,
  aliasButton: 'Usuń alias',
  all: 'Twój alias, jego historia, Twoje sesje, klucze dostępu i składniki zostaną od razu usunięte. Tego nie da się cofnąć.',
  allButton: 'Usuń wszystko',
};

export const DONE = {
  alone: 'Gotowe.',
  address: 'Otwórz link z e-maila na obecny adres, a kod z drugiego e-maila wpisz tutaj.',
  link: 'Gotowe. Wszystkie starsze linki są nieważne.',
  download: 'Plik jest w pobranych.',
};

export const FAILED = {
  secondFactor: 'Zaloguj się ponownie, drugim składnikiem.',
  wrongCode: 'Ten kod jest błędny albo wygasł.',
  busy: 'Zbyt wiele prób. Spróbuj ponownie później.',
  full: 'Lista jest pełna. Najpierw usuń jeden wpis.',
  taken: 'Ten adres ma już alias.',
  refused: 'Adres nie jest przyjmowany. Sprawdź pisownię.',
  cancelled: 'Nic nie zmieniono.',
  unreachable: 'Serwer jest nieosiągalny. Spróbuj ponownie za chwilę.',
  failed: 'Nie udało się. Spróbuj ponownie za chwilę.',
};

export const REASONS = {
  paused: 'wstrzymano przez Ciebie',
  ended: 'alias wygasł',
  unknown_mailbox: 'nie znaleziono Twojej skrzynki',
  mailbox_full: 'Twoja skrzynka jest pełna',
  too_large: 'za duży dla Twojej skrzynki',
  policy: 'niezgodny z zasadami Twojego serwera poczty',
  busy: 'Twój serwer poczty był zajęty',
  unreachable: 'Twój serwer poczty nie odpowiedział',
  untrusted: 'połączeniu z Twoim serwerem poczty nie można było zaufać',
  doubt: 'połączenie zerwane przed odpowiedzią',
  listed: 'jego serwer jest na liście nadawców spamu',
  unwanted: 'filtr spamu',
  new_sender: 'nowy nadawca',
  unproven: 'nie udało się sprawdzić nadawcy',
  blocked: 'nadawca jest zablokowany',
  message: 'Twój serwer poczty nie przyjmuje tej postaci',
};

export const HAPPENED = {
  refused: (reason: string) => `Odrzucono: ${reason}`,
  waiting: (reason: string) => `Czeka: ${reason}`,
  byServer: 'przez Twój serwer poczty',
  putOff: 'odłożył Twój serwer poczty',
};
