export const LANGUAGE = 'pl';

export const MESSAGES = {
  planLimit: 'W planie darmowym masz jeden alias. Wkrótce plan z większą liczbą!',
  creationFailed: 'Nie udało się utworzyć aliasu. Spróbuj ponownie.',
  noUniqueAlias: 'Nie udało się znaleźć wolnego aliasu',
  invalidEmail: 'Podaj prawidłowy adres e-mail',
  created: 'Twój alias został utworzony!',
};

export const TEXTS = {
  form: {
    label: 'Twój prawdziwy e-mail',
    placeholder: 'ty@example.com',
    submit: 'Utwórz alias',
    checking: 'Sprawdzanie…',
    creating: 'Tworzenie aliasu…',
    hint: 'Alias powstanie od razu',
    limitReached: 'Limit darmowego planu osiągnięty',
  },
  madeIn: 'Powstało w',
};

export const PAGE = { name: 'Veilpost', what: 'Adres do podawania zamiast własnego' };

export const ABOUT = {
  title: 'Veilpost: jeden alias e-mail przeciw spamowi',
  description:
    'Podaj swój prawdziwy adres e-mail i od razu otrzymaj alias. E-maile wysłane na alias są przekazywane do Ciebie, a wyłączyć go możesz w każdej chwili.',
  noScript: 'Aby utworzyć alias, ta strona potrzebuje JavaScriptu.',
};

export const FIRST_LOOK = {
  facts: [
    ['E-maile na alias', 'są przekazywane do Ciebie'],
    ['Twoja poczta', 'przechodzi, nic z niej nie zostaje'],
    ['Alias', 'wyłączysz jednym kliknięciem'],
  ],
  kept: 'Co przechowujemy i jak długo',
};

export const SPOKEN = {
  notifications: 'Powiadomienia',
  newTab: 'Otwiera się w nowej karcie',
};

export const TROUBLE = {
  unreachable:
    'Serwer jest nieosiągalny. Wpisany tekst został zachowany; spróbuj ponownie za chwilę.',
  busy: 'Z Twojej sieci przyszło zbyt wiele żądań. Spróbuj ponownie za minutę.',
  unacceptable: 'Dla tego adresu nie można utworzyć aliasu. Sprawdź, czy nie ma w nim literówki.',
  broken:
    'Na tej stronie coś poszło nie tak. Na Twój alias to nie wpływa; odśwież stronę, aby kontynuować.',
};

export const TRY_AGAIN = 'Ponów';
export const RELOAD = 'Odśwież';
