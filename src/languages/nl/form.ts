export const LANGUAGE = 'nl';

export const MESSAGES = {
  planLimit: 'Gratis is er maar één alias. Binnenkort meer met een upgrade!',
  creationFailed: 'De alias kon niet worden gemaakt. Probeer het opnieuw.',
  noUniqueAlias: 'Er is geen vrije alias gevonden',
  invalidEmail: 'Voer een geldig e-mailadres in',
  created: 'Uw alias is gemaakt!',
};

export const TEXTS = {
  form: {
    label: 'Uw echte e-mailadres',
    placeholder: 'u@example.com',
    submit: 'Alias maken',
    checking: 'Controleren…',
    creating: 'Alias maken…',
    hint: 'Uw alias wordt direct gemaakt',
    limitReached: 'Limiet van gratis plan bereikt',
  },
  madeIn: 'Gemaakt met',
};

export const PAGE = { name: 'Veilpost', what: 'Een adres om door te geven in plaats van het uwe' };

export const ABOUT = {
  title: 'Veilpost: een e-mailalias om zonder spam te surfen',
  description:
    'Voer uw echte e-mailadres in en krijg meteen een alias. Mails aan de alias worden naar u doorgestuurd, en u kunt hem altijd uitschakelen.',
  noScript: 'Deze pagina heeft JavaScript nodig om een alias te maken.',
};

export const FIRST_LOOK = {
  facts: [
    ['Mails aan de alias', 'worden naar u doorgestuurd'],
    ['Uw mails', 'gaan erdoorheen, er wordt niets van bewaard'],
    ['De alias', 'schakelt u met één klik uit'],
  ],
  kept: 'Wat we bewaren, en hoelang',
};

export const SPOKEN = {
  notifications: 'Meldingen',
  newTab: 'Opent in een nieuw tabblad',
};

export const TROUBLE = {
  unreachable:
    'De server is niet bereikbaar. Uw invoer blijft bewaard; probeer het zo meteen opnieuw.',
  busy: 'Er kwamen te veel verzoeken uit uw netwerk. Probeer het over een minuut opnieuw.',
  unacceptable:
    'Voor dit adres kan geen alias worden gemaakt. Controleer of het goed geschreven is.',
  broken:
    'Er is iets misgegaan op deze pagina. Uw alias is niet geraakt; laad de pagina opnieuw om verder te gaan.',
};

export const TRY_AGAIN = 'Opnieuw';
export const RELOAD = 'Herladen';
