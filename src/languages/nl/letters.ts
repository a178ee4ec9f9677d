export const ASKED = {
  magiclink: {
    subject: (host: string) => `Inloggen bij ${host}`,
    asked: (site: string) => `Iemand wil met dit adres inloggen bij ${site}.`,
  },
  signup: {
    subject: (host: string) => `Bevestig uw adres voor ${host}`,
    asked: (site: string) => `Iemand heeft zich met dit adres geregistreerd bij ${site}.`,
  },
  recovery: {
    subject: (host: string) => `Weer toegang tot ${host}`,
    asked: (site: string) =>
      `Iemand die niet kan inloggen bij ${site}, heeft met dit adres om hulp gevraagd.`,
  },
  email_change_current: {
    subject: (host: string) => `Wijzig uw adres bij ${host}`,
    asked: (site: string) =>
      `Iemand die met dit adres is ingelogd bij ${site}, wil een ander adres gebruiken. De wijziging geldt zodra hier toestemming is gegeven en de code uit de mail aan het andere adres is ingevoerd.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `Tweede factor toegevoegd bij ${host}`,
    happened: (site: string) =>
      `Aan het account bij ${site} met dit adres is een tweede factor toegevoegd.`,
  },
  'factor-removed': {
    subject: (host: string) => `Tweede factor verwijderd bij ${host}`,
    happened: (site: string) =>
      `Van het account bij ${site} met dit adres is een tweede factor verwijderd.`,
  },
  'factors-forgotten': {
    subject: (host: string) => `Tweede factoren verwijderd bij ${host}`,
    happened: (site: string) =>
      `De beheerder van ${site} heeft alle tweede factoren verwijderd van het account met dit adres. Vanaf nu wordt er zonder ingelogd.`,
  },
  'passkey-added': {
    subject: (host: string) => `Passkey toegevoegd bij ${host}`,
    happened: (site: string) =>
      `Aan het account bij ${site} met dit adres is een passkey toegevoegd.`,
  },
  'passkey-removed': {
    subject: (host: string) => `Passkey verwijderd bij ${host}`,
    happened: (site: string) =>
      `Van het account bij ${site} met dit adres is een passkey verwijderd.`,
  },
  'api-key-added': {
    subject: (host: string) => `API-sleutel toegevoegd bij ${host}`,
    happened: (site: string) =>
      `Aan het account bij ${site} met dit adres is een API-sleutel toegevoegd. Een programma met deze sleutel kan aliassen voor u maken.`,
  },
  'address-changed': {
    subject: (host: string) => `Adres gewijzigd bij ${host}`,
    happened: (site: string) =>
      `Het account bij ${site} dat dit adres had, heeft nu een ander adres.`,
  },
  'address-returned': {
    subject: (host: string) => `Adres hersteld bij ${host}`,
    happened: (site: string) =>
      `Het account bij ${site} heeft dit adres weer, en alle sessies ervan zijn beëindigd. De persoon op het andere adres heeft gemeld de wijziging niet te hebben gedaan.`,
  },
  'address-taken-back': {
    subject: (host: string) => `Adreswijziging ongedaan gemaakt bij ${host}`,
    happened: (site: string) =>
      `Het account bij ${site} dat dit adres had, heeft zijn vorige adres weer, en alle sessies ervan zijn beëindigd. De persoon op het vorige adres heeft gemeld de wijziging niet te hebben gedaan.`,
  },
  'factor-guessed': {
    subject: (host: string) => `Verkeerde codes van de tweede factor bij ${host}`,
    happened: (site: string) =>
      `Voor de tweede factor van het account bij ${site} met dit adres zijn 25 verkeerde codes achter elkaar ingetypt. Wie dit doet, kan misschien uw mail lezen: wijzig het wachtwoord van uw postbus.`,
  },
  'session-by-code': {
    subject: (host: string) => `Een andere browser is ingelogd bij ${host}`,
    happened: (site: string) =>
      `Een andere browser is ingelogd bij het account bij ${site} met dit adres, met een code die een ingelogde browser heeft getoond.`,
  },
  'session-misused': {
    subject: (host: string) => `Een sessie is beëindigd bij ${host}`,
    happened: (site: string) =>
      `Een sessie van het account bij ${site} met dit adres is beëindigd: de sleutel ervan is op twee plaatsen gebruikt, dus op een daarvan is hij misschien gestolen. Log opnieuw in.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `Bevestig uw adres voor ${alias}`,
  asked: (host: string) =>
    `Iemand heeft op ${host} om een alias voor dit adres gevraagd. Een alias is een adres waarvan de mails naar het uwe worden doorgestuurd.`,
  named: (alias: string) => `De alias is ${alias}.`,
  code: (code: string) => `Voer deze code in waar u om de alias hebt gevraagd: ${code}`,
  ignore: 'Als u hier niet om hebt gevraagd, negeer deze mail dan, of meld het op dezelfde pagina.',
};

export const NOT_ME = {
  subject: (host: string) => `Dit adres wordt gebruikt bij ${host}`,
  happened: (site: string) =>
    `Een account bij ${site} heeft nu dit adres in plaats van een ander adres.`,
  open: 'Als u dit niet was, open dan deze pagina en druk daar op de knop:',
  works: 'Die herstelt het andere adres. De link werkt 7 dagen, en maar één keer.',
};

export const WAY_BACK = {
  subject: (host: string) => `Uw adres is gewijzigd bij ${host}`,
  works:
    'Die geeft het account dit adres en de aliassen terug, beëindigt alle sessies en verwijdert passkeys en tweede factoren die onlangs zijn toegevoegd. De link werkt 7 dagen, en maar één keer.',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `Bevestig uw nieuwe adres voor ${host}`,
  asked: (host: string, asker: string) =>
    `Iemand heeft bij ${host} gevraagd om dit adres te gebruiken voor het account van ${asker}.`,
  askedByNobody: (host: string) =>
    `Iemand heeft bij ${host} gevraagd om dit adres te gebruiken voor het account zonder adres.`,
  code: (code: string) => `De code: ${code}`,
  typeIt:
    'Voer deze code in waar u om de wijziging hebt gevraagd. Hebt u er niet om gevraagd, doe dan niets: zonder de code gebeurt er niets.',
  works: 'De code werkt 24 uur, en maar één keer.',
};

export const PASSWORD = {
  subject: (host: string) => `Code voor ${host}`,
  asked: (site: string) =>
    `Iemand die met dit adres is ingelogd bij ${site}, wil het wachtwoord wijzigen.`,
  works: 'De code werkt 15 minuten, en maar één keer.',
};

export const LETTER = {
  open: 'Of open deze pagina en druk daar op de knop:',
  code: (code: string) => `Voer deze code in waar erom wordt gevraagd: ${code}`,
  works: 'De code werkt 15 minuten. De link werkt 24 uur. Beide werken maar één keer.',
  ignore: 'Als u hier niet om hebt gevraagd, negeer deze mail dan.',
  notYou: 'Als u dit niet was, log dan in en beëindig alle sessies.',
  tellTheOperator:
    'Als u dit niet was, beantwoord dan deze mail: de beheerder van de site ontvangt hem.',
};

export const TEST_MAIL = {
  who: (alias: string) =>
    `Een bezoeker van deze site heeft de tekst hieronder geschreven om de alias ${alias} te testen.`,
  notOurs:
    'De beheerders van de site hebben hem niet geschreven. Als de alias niet van u is, negeer deze mail dan.',
};

export const OFF = {
  isOn: 'Het doorsturen staat aan.',
  isOff: 'Het doorsturen staat uit.',
  turnOff: 'Doorsturen uitschakelen',
  turnOn: 'Weer inschakelen',
  void: 'Deze link is niet meer geldig.',
  nothing: 'Er is niets gewijzigd.',
};

export const PLACE = {
  none: 'Pagina niet gevonden.',
  home: 'Terug naar begin',
};
