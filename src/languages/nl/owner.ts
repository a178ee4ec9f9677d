import { plural } from '../plural.ts';

const of = plural('nl');

export const OWNER = {
  oneStep: 'Nog één stap: bevestig uw adres',
  weSent: [
    'We hebben een mail gestuurd naar ',
    '. Open de link daarin, en mails aan uw alias worden doorgestuurd. Tot dan wordt afzenders gevraagd het later opnieuw te proberen.',
  ],
  code: 'Code uit de mail',
  confirm: 'Bevestigen',
  confirming: 'Bevestigen…',
  again: 'Mail opnieuw sturen',
  sentAgain: 'De mail is opnieuw gestuurd.',
  sending: 'Versturen…',
  yours: 'U beheert deze alias in deze browser.',
  paused: 'Gepauzeerd tot',
  endPause: 'Pauze beëindigen',
  notEnded: 'De pauze kon niet worden beëindigd. Probeer het zo meteen opnieuw.',
  manages: ['U beheert ', ' in deze browser'],
  show: 'Mijn alias tonen',
  manage: 'Deze alias beheren',
  hidden: 'Dit adres heeft al een alias. Alleen de eigenaar kan hem hier zien.',
  signedOut: 'U bent uitgelogd. Er is niets gewijzigd.',
  sendLink: 'Stuur mij een link',
  passkey: 'Passkey gebruiken',
  offer: 'Met een passkey is de volgende keer geen mail nodig',
  onItsWay: [
    'Als ',
    ' een alias heeft, is er een mail onderweg. Open de link daarin in deze browser of voer de code hier in.',
  ],
  linkSent: [
    'Er is een mail onderweg naar ',
    '. Open de link daarin in deze browser of voer de code hier in.',
  ],
  done: 'Klaar. Mails aan uw alias worden nu doorgestuurd.',
  otherBrowser: 'Om de alias ook in een andere browser te beheren, voert u daar deze code in:',
  elsewhere:
    'Uw adres is in een andere browser bevestigd. Om de alias ook hier te beheren, voert u de daar getoonde code in.',
  elsewhereCode: 'Code uit de andere browser',
  toCode: 'Naar het codeveld',
  aliases: 'Uw aliassen',
  aliasesCount: (has: number, most: number) => `${has} van ${most}`,
  aliasMake: 'Nieuwe alias',
  aliasMaking: 'Maken…',
  aliasMade: 'Uw alias is gemaakt!',
};

export const LINK = {
  title: 'Is dit uw adres?',
  text: 'Druk op de knop om het doorsturen te starten naar het adres waaraan deze mail is gestuurd, en om de alias ervan in deze browser te beheren.',
  alias: 'Alias',
  to: 'Stuurt door naar',
  yes: 'Ja, dit is mijn adres',
  no: 'Ik vroeg hier niet om',
  noDelete: 'Niet door mij: wis de alias',
  brief: 'Hier niet ingelogd blijven',
  expired: 'Deze link is verlopen of al gebruikt.',
  again: 'Stuur nieuwe link',
  email: 'Uw e-mailadres',
  cancel: 'Annuleren',
};

export const FAREWELL = {
  notMine: 'De alias is gewist en u krijgt geen mails meer van ons.',
  declined: 'Klaar. De link in de mail werkt niet meer.',
  aliasDeleted: 'Uw alias is gewist. De naam wordt nooit meer aan iemand gegeven.',
  allDeleted: 'Alles over u is gewist.',
  halfWay:
    'De wijziging is goedgekeurd vanaf uw huidige adres. Voer nu de code uit de andere mail in waar u om de wijziging hebt gevraagd.',
  moved: 'Uw adres is gewijzigd. Log in met het nieuwe.',
};

export const REFUSAL = {
  notKept:
    'Uw adres is bevestigd. Deze browser staat niet toe dat u ingelogd blijft, daarom kan de alias hier niet worden beheerd.',
  notOffered: 'Zonder uw toestemming wordt niets naar u doorgestuurd. U kunt de mail negeren.',
  noPasskey: 'Er is geen passkey aangenomen. Met een mail gaat het ook.',
  wrongCode: 'Deze code is onjuist of verlopen.',
  wait: (seconds: number) =>
    `Wacht ${seconds} ${of(seconds, { one: 'seconde', other: 'seconden' })}.`,
  usedUp: 'Vandaag is er een mail naar dit adres gestuurd. Kijk ook in de map met spam.',
  refused: (domain: string) =>
    `De mailserver van ${domain} neemt geen mails aan voor dit adres. Controleer of het goed geschreven is.`,
  failed: 'De mail kon niet worden verstuurd. Probeer het zo meteen opnieuw.',
};

export const UNASKED = {
  made: ['Iemand heeft ', ' voor uw adres gemaakt.'],
  keep: 'Houden',
  discard: 'Wissen',
  gone: ['', ' is gewist.'],
  failed: 'Dat is niet gelukt. Probeer het zo meteen opnieuw.',
};
