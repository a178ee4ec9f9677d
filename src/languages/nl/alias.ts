import { plural } from '../plural.ts';

export const LOCALE = 'nl';

export const LETTERS_IN = 'nl';

const of = plural(LOCALE);

export const ALIAS_MESSAGES = {
  toggleFailed: 'Het doorsturen kon niet worden gewijzigd. Probeer het opnieuw.',
  aliasDisabled: 'De alias is uitgeschakeld. Schakel hem in om berichten te ontvangen.',
  testMailSent: 'De testmail is doorgestuurd!',
};

export const waitMessage = (seconds: number) =>
  `Wacht ${seconds} ${of(seconds, { one: 'seconde', other: 'seconden' })} voordat u weer een testmail stuurt.`;

export const ALIAS = { current: 'Uw huidige alias:' };

export const RESULT = {
  heading: 'Uw alias is klaar!',
  use: 'Gebruik dit adres en surf zonder spam',
  copy: 'Alias kopiëren',
  copied: 'Gekopieerd!',
  upgrade: 'Binnenkort meer aliassen met een upgrade.',
  disableAnyTime: 'U kunt deze alias altijd uitschakelen',
  back: 'Terug naar begin',
};

export const FORWARDING = {
  on: 'Doorsturen: aan',
  onDetail: 'Mails aan uw alias worden doorgestuurd naar',
  off: 'Doorsturen: uit',
  offDetail: 'Mails worden nu niet doorgestuurd',
  badge: 'Uit',
  banner: 'De alias is uitgeschakeld: mails worden niet doorgestuurd',
  blocked: 'Alias uitgeschakeld',
};

export const TEST_MAIL = {
  open: 'Testmail sturen',
  title: 'Testmail sturen',
  to: 'Aan',
  subject: 'Onderwerp',
  message: 'Bericht',
  rateLimit: 'Limiet: 1 testmail per minuut',
  cancel: 'Annuleren',
  send: 'Testmail sturen',
  sending: 'Versturen…',
};

export const FULL = (field: string, most: number) =>
  `${field}: hoogstens ${most.toLocaleString(LOCALE)} tekens.`;

export const SPOKEN = {
  copyAddress: 'Adres kopiëren',
  copied: 'Alias gekopieerd',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `De testmail kon niet worden bezorgd: de server van de ontvanger heeft hem geweigerd${code === undefined ? '' : ` (${code})`}.`,
  deferred:
    'De testmail kon niet worden bezorgd: de server van de ontvanger vraagt om het later opnieuw te proberen.',
  unanswered:
    'De testmail kon niet worden bezorgd: de server van de ontvanger heeft niet geantwoord.',
  other:
    'De testmail kon niet worden verstuurd. Uw invoer blijft bewaard; probeer het zo meteen opnieuw.',
};

export const COPY_BLOCKED = {
  keyboard: 'De browser verhindert het kopiëren. Het adres is geselecteerd: druk op Ctrl+C.',
  apple: 'De browser verhindert het kopiëren. Het adres is geselecteerd: druk op Cmd+C.',
  touch:
    'De browser verhindert het kopiëren. Het adres is geselecteerd: houd het ingedrukt om het te kopiëren.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way =
      tls === null
        ? 'zonder versleuteling'
        : `via ${tls}${verified ? ' (server geverifieerd)' : ''}`;
    return `Bezorgd bij ${host} ${way} in ${time}`;
  },
  tryOut: (time: string) => ['Bezorgd in ', 'de probeerpostbus', ` in ${time}`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) =>
    `Bevestig eerst uw adres. We hebben een mail naar ${email} gestuurd.`,
  paused: (time: string) => `Het doorsturen is gepauzeerd tot ${time}.`,
};
