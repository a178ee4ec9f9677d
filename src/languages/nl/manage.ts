import { plural } from '../plural.ts';

export const LOCALE = 'nl';

const of = plural(LOCALE);

export const MANAGE = {
  pauseHour: '1 uur pauzeren',
  pauseHours: '8 uur',
  pauseFor: 'Pauzeren:',
  pauseTomorrow: 'tot morgen',
  pauseUntil: 'Pauzeren',
  nothing: 'Geen mail in de laatste 7 dagen.',
  delivered: 'Bezorgd',
  onDay: (day: string) => ` op ${day}`,
  cancel: 'Annuleren',
  code: 'Code uit uw authenticator-app',
  confirm: 'Bevestigen',
  busy: 'Een moment…',
  unknown: '…',
};

export const GROUPS = {
  history: 'Wat er met mijn mails is gebeurd',
  senders: 'Wie mij mag mailen',
  pause: 'Pauze',
  writing: 'Als uw alias schrijven',
  signIn: 'Inloggen',
  leaving: 'Stoppen',
};

export const TALLY = {
  none: 'geen mail',
  arrived: (arrived: number) => `${arrived} aangekomen`,
  failed: (arrived: number, failed: number) => `${arrived} aangekomen, ${failed} niet`,
};

export const ENTRIES = {
  end: 'Schakelt zichzelf uit',
  lock: 'Alleen bekende afzenders',
  senders: 'Afzenders',
  history: 'Laatste 7 dagen',
  passkey: 'Passkey',
  factor: 'Tweede factor',
  address: 'Adres wijzigen',
  write: 'Iemand eerst aanschrijven',
  replyBody: 'Als mijn adres in mijn antwoord staat',
  link: 'Nieuwe uitschakellink',
  download: 'Mijn gegevens downloaden',
  here: 'Hier uitloggen',
  everywhere: 'Overal uitloggen',
  alias: 'Deze alias wissen',
  all: 'Alles over mij wissen',
};

export const PASSKEY = {
  none: 'nog geen',
  some: (count: number) => (count === 1 ? 'aan' : `aan: ${count}`),
  why: 'Met een passkey logt u in met uw vingerafdruk, gezicht of pincode, en hebt u geen mail nodig.',
  add: 'Passkey toevoegen',
  remove: 'Verwijderen',
};

export const FACTOR = {
  off: 'uit',
  on: 'aan',
  why: 'Wie uw mails leest, heeft dan nog een code uit een app op uw telefoon nodig om iets te wijzigen of te wissen.',
  enrol: 'Instellen',
  scan: 'Scan dit met uw authenticator-app, of voer de sleutel daarin in. Voer daarna de code in die de app toont.',
  picture: 'QR-code voor uw authenticator-app',
  remove: 'Verwijderen',
};

export const ADDRESS = {
  why: 'Mails aan uw alias worden dan doorgestuurd naar het nieuwe adres. We sturen naar beide adressen een mail. De wijziging geldt zodra u de link in de mail aan het huidige adres hebt geopend en de code uit de andere hier hebt ingevoerd.',
  label: 'Nieuw adres',
  code: (email: string) => `Code uit de mail aan ${email}`,
  half: 'Open nu de link in de mail aan het huidige adres, als u dat nog niet hebt gedaan.',
};

export const WRITE = {
  why: 'Stuur vanaf uw alias een mail aan iemand die er nog niet naar heeft geschreven. U kunt per dag vijf nieuwe personen aanschrijven.',
  label: 'E-mail van de ander',
  get: 'Adres ophalen',
  address: (email: string) => `Uw adres voor ${email}`,
  copy: 'Adres kopiëren',
  copied: 'Gekopieerd',
  blocked: 'Selecteer het adres en kopieer het.',
  open: 'Open mailprogramma',
  how: 'Schrijf vanuit uw eigen postbus naar dit adres. De ander ziet alleen uw alias. Het werkt alleen voor deze persoon.',
};

export const LOCK = {
  on: 'aan',
  off: 'uit',
  why: 'Bekende afzenders zijn wie eerder schreef en wie u toelaat. Mails van anderen wachten een dag en worden dan geweigerd: laat ze hierboven toe.',
  toOn: 'Alleen van bekende afzenders aannemen',
  toOff: 'Van iedereen aannemen',
};

export const SENDERS = {
  none: 'Nog niemand: de knoppen staan naast elke mail.',
  let: 'Toelaten',
  block: 'Blokkeren',
  blocked: 'Geblokkeerd',
  forget: 'Verwijderen',
};

export const END = {
  why: 'Daarna worden mails aan deze alias geweigerd. U ziet hier zeven dagen lang wie er schreef. U kunt de alias weer inschakelen.',
  never: 'nooit',
  on: (time: string) => `op ${time}`,
  days: (days: number) => `${days} ${of(days, { one: 'dag', other: 'dagen' })}`,
  after: 'Uitschakelen na:',
};

export const REPLY_BODY = {
  why: 'Mailprogramma’s zetten uw adres vaak onder uw tekst. Het wordt nooit doorgegeven: uw alias vervangt het, of het antwoord komt bij u terug. Antwoorden die niet te wijzigen zijn, komen altijd bij u terug.',
  replace: 'alias invullen',
  refuse: 'terug naar mij',
  toReplace: 'In plaats daarvan de alias',
  toRefuse: 'Naar mij terugsturen',
};

export const SWITCH_OFF = {
  why: 'Elke doorgestuurde mail kan een link bevatten die de alias uitschakelt. Een nieuwe link maakt alle oudere ongeldig.',
  renew: 'Nieuwe link maken',
};

export const EVERYWHERE = {
  why: 'U wordt dan in elke browser uitgelogd, ook in deze. Uw alias blijft werken zoals hij is.',
  button: 'In alle browsers uitloggen',
};

export const DELETE = {
  alias: (name: string) =>
    `Mails aan ${name} worden vanaf nu geweigerd. Niemand krijgt deze naam ooit weer, ook u niet.`,
  aliasButton: 'Alias wissen',
  all: 'Uw alias, de geschiedenis ervan, uw sessies, passkeys en factoren worden direct gewist. Dit kan niet ongedaan worden gemaakt.',
  allButton: 'Alles wissen',
};

export const DONE = {
  alone: 'Klaar.',
  address:
    'Open de link in de mail aan het huidige adres, en voer de code uit de andere mail hier in.',
  link: 'Klaar. Alle oudere links zijn ongeldig.',
  download: 'Het bestand staat bij uw downloads.',
};

export const FAILED = {
  secondFactor: 'Log opnieuw in, met uw tweede factor.',
  wrongCode: 'Deze code is onjuist of verlopen.',
  busy: 'Te veel pogingen. Probeer het later opnieuw.',
  full: 'De lijst is vol. Verwijder eerst een item.',
  taken: 'Dit adres heeft al een alias.',
  refused: 'Het adres wordt niet aangenomen. Controleer of het goed geschreven is.',
  cancelled: 'Er is niets gewijzigd.',
  unreachable: 'De server is niet bereikbaar. Probeer het zo meteen opnieuw.',
  failed: 'Dat is niet gelukt. Probeer het zo meteen opnieuw.',
};

export const REASONS = {
  paused: 'door u gepauzeerd',
  ended: 'de alias is verlopen',
  unknown_mailbox: 'uw postbus is niet gevonden',
  mailbox_full: 'uw postbus is vol',
  too_large: 'te groot voor uw postbus',
  policy: 'tegen de regels van uw mailserver',
  busy: 'uw mailserver was overbelast',
  unreachable: 'uw mailserver antwoordde niet',
  untrusted: 'de verbinding met uw mailserver was niet te vertrouwen',
  doubt: 'de verbinding brak af vóór het antwoord',
  listed: 'de server staat op een lijst van spamafzenders',
  unwanted: 'spamfilter',
  new_sender: 'nieuwe afzender',
  unproven: 'de afzender was niet te controleren',
  blocked: 'u hebt de afzender geblokkeerd',
  message: 'uw mailserver neemt deze vorm niet aan',
};

export const HAPPENED = {
  refused: (reason: string) => `Geweigerd: ${reason}`,
  waiting: (reason: string) => `Wacht: ${reason}`,
  byServer: 'door uw mailserver',
  putOff: 'uitgesteld door uw mailserver',
};
