export const ASKED = {
  magiclink: {
    subject: (host: string) => `Logowanie do ${host}`,
    asked: (site: string) => `Ktoś chce się zalogować do ${site} tym adresem.`,
  },
  signup: {
    subject: (host: string) => `Potwierdź swój adres dla ${host}`,
    asked: (site: string) => `Ktoś zarejestrował się w ${site} tym adresem.`,
  },
  recovery: {
    subject: (host: string) => `Odzyskaj dostęp do ${host}`,
    asked: (site: string) =>
      `Ktoś, kto nie może zalogować się do ${site}, poprosił o pomoc, podając ten adres.`,
  },
  email_change_current: {
    subject: (host: string) => `Zmień swój adres w ${host}`,
    asked: (site: string) =>
      `Ktoś zalogowany do ${site} tym adresem chce używać innego. Zmiana zacznie obowiązywać po wyrażeniu na nią zgody i wpisaniu kodu z e-maila wysłanego na drugi adres.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `Dodano drugi składnik w ${host}`,
    happened: (site: string) => `Do konta w ${site} z tym adresem dodano drugi składnik.`,
  },
  'factor-removed': {
    subject: (host: string) => `Usunięto drugi składnik w ${host}`,
    happened: (site: string) => `Z konta w ${site} z tym adresem usunięto drugi składnik.`,
  },
  'factors-forgotten': {
    subject: (host: string) => `Usunięto drugie składniki w ${host}`,
    happened: (site: string) =>
      `Operator ${site} usunął wszystkie drugie składniki z konta z tym adresem. Od teraz do logowania nie są potrzebne.`,
  },
  'passkey-added': {
    subject: (host: string) => `Dodano klucz dostępu w ${host}`,
    happened: (site: string) => `Do konta w ${site} z tym adresem dodano klucz dostępu.`,
  },
  'passkey-removed': {
    subject: (host: string) => `Usunięto klucz dostępu w ${host}`,
    happened: (site: string) => `Z konta w ${site} z tym adresem usunięto klucz dostępu.`,
  },
  'api-key-added': {
    subject: (host: string) => `Dodano klucz API w ${host}`,
    happened: (site: string) =>
      `Do konta w ${site} z tym adresem dodano klucz API. Program z tym kluczem może tworzyć dla Ciebie aliasy.`,
  },
  'address-changed': {
    subject: (host: string) => `Zmieniono adres w ${host}`,
    happened: (site: string) => `Konto w ${site}, które miało ten adres, ma teraz inny.`,
  },
  'address-returned': {
    subject: (host: string) => `Przywrócono adres w ${host}`,
    happened: (site: string) =>
      `Konto w ${site} ma znowu ten adres, a wszystkie jego sesje zostały zakończone. Osoba z drugiego adresu zgłosiła, że to nie jej zmiana.`,
  },
  'address-taken-back': {
    subject: (host: string) => `Odzyskano adres w ${host}`,
    happened: (site: string) =>
      `Konto w ${site}, które miało ten adres, ma znowu poprzedni, a wszystkie jego sesje zostały zakończone. Osoba z poprzedniego adresu zgłosiła, że to nie jej zmiana.`,
  },
  'factor-guessed': {
    subject: (host: string) => `Błędne kody drugiego składnika w ${host}`,
    happened: (site: string) =>
      `Dla drugiego składnika konta w ${site} z tym adresem wpisano kolejno 25 błędnych kodów. Ten, kto to robi, może czytać Twoją pocztę: zmień hasło swojej skrzynki.`,
  },
  'session-by-code': {
    subject: (host: string) => `Zalogowano inną przeglądarkę w ${host}`,
    happened: (site: string) =>
      `Inna przeglądarka zalogowała się do konta w ${site} z tym adresem kodem, który pokazała zalogowana przeglądarka.`,
  },
  'session-misused': {
    subject: (host: string) => `Zakończono sesję w ${host}`,
    happened: (site: string) =>
      `Sesja konta w ${site} z tym adresem została zakończona: jej klucza użyto w dwóch miejscach, więc w jednym z nich mógł być skradziony. Zaloguj się ponownie.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `Potwierdź swój adres dla ${alias}`,
  asked: (host: string) =>
    `Ktoś poprosił w ${host} o alias dla tego adresu. Alias to adres, który przekazuje e-maile na Twój.`,
  named: (alias: string) => `Ten alias to ${alias}.`,
  code: (code: string) => `Wpisz ten kod tam, gdzie był zamawiany alias: ${code}`,
  ignore: 'Jeśli to nie Twoja prośba, zignoruj ten e-mail albo zgłoś to na tej samej stronie.',
};

export const NOT_ME = {
  subject: (host: string) => `Ten adres jest używany w ${host}`,
  happened: (site: string) => `Konto w ${site} ma teraz ten adres zamiast innego.`,
  open: 'Jeśli to nie Ty, otwórz tę stronę i naciśnij na niej przycisk:',
  works: 'Przywróci to poprzedni adres. Link działa 7 dni i tylko raz.',
};

export const WAY_BACK = {
  subject: (host: string) => `Zmieniono Twój adres w ${host}`,
  works:
    'Przywróci to kontu ten adres i jego aliasy, zakończy wszystkie sesje oraz usunie niedawno dodane klucze dostępu i drugie składniki. Link działa 7 dni i tylko raz.',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `Potwierdź swój nowy adres dla ${host}`,
  asked: (host: string, asker: string) =>
    `Ktoś poprosił w ${host}, by używać tego adresu dla konta ${asker}.`,
  askedByNobody: (host: string) =>
    `Ktoś poprosił w ${host}, by używać tego adresu dla konta bez adresu.`,
  code: (code: string) => `Kod: ${code}`,
  typeIt:
    'Wpisz ten kod tam, gdzie została zlecona zmiana. Jeśli to nie Twoja prośba, nie rób nic: bez kodu nic się nie stanie.',
  works: 'Kod działa 24 godziny i tylko raz.',
};

export const PASSWORD = {
  subject: (host: string) => `Kod dla ${host}`,
  asked: (site: string) => `Ktoś zalogowany do ${site} tym adresem chce zmienić hasło.`,
  works: 'Kod działa 15 minut i tylko raz.',
};

export const LETTER = {
  open: 'Albo otwórz tę stronę i naciśnij na niej przycisk:',
  code: (code: string) => `Wpisz ten kod tam, gdzie pojawiła się prośba o niego: ${code}`,
  works: 'Kod działa 15 minut. Link działa 24 godziny. Każde z nich działa tylko raz.',
  ignore: 'Jeśli to nie Twoja prośba, zignoruj ten e-mail.',
  notYou: 'Jeśli to nie Ty, zaloguj się i zakończ wszystkie sesje.',
  tellTheOperator: 'Jeśli to nie Ty, odpowiedz na ten e-mail: odpowiedź dostanie operator strony.',
};

export const TEST_MAIL = {
  who: (alias: string) =>
    `Poniższy tekst napisała osoba odwiedzająca tę stronę, aby przetestować alias ${alias}.`,
  notOurs: 'Nie napisali go operatorzy strony. Jeśli to nie Twój alias, zignoruj ten e-mail.',
};

export const OFF = {
  isOn: 'Przekazywanie jest włączone.',
  isOff: 'Przekazywanie jest wyłączone.',
  turnOff: 'Wyłącz przekazywanie',
  turnOn: 'Włącz ponownie',
  void: 'Ten link nie jest już ważny.',
  nothing: 'Nic się nie zmieniło.',
};

export const PLACE = {
  none: 'Nie znaleziono strony.',
  home: 'Wróć do początku',
};
