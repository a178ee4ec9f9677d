export const LANGUAGE = 'de';

export const MESSAGES = {
  planLimit: 'Kostenlos gibt es nur einen Alias. Mehr bald mit einem Upgrade!',
  creationFailed: 'Der Alias konnte nicht erstellt werden. Bitte versuchen Sie es noch einmal.',
  noUniqueAlias: 'Es war kein freier Alias zu finden',
  invalidEmail: 'Bitte geben Sie eine gültige E-Mail-Adresse ein',
  created: 'Ihr Alias wurde erstellt!',
};

export const TEXTS = {
  form: {
    label: 'Ihre echte Mailadresse',
    placeholder: 'sie@example.com',
    submit: 'Alias erstellen',
    checking: 'Wird geprüft …',
    creating: 'Alias wird erstellt …',
    hint: 'Ihr Alias wird sofort erstellt',
    limitReached: 'Grenze des Gratisplans erreicht',
  },
  madeIn: 'Gebaut mit',
};

export const PAGE = { name: 'Veilpost', what: 'Eine Adresse zum Weitergeben statt Ihrer eigenen' };

export const ABOUT = {
  title: 'Veilpost: ein E-Mail-Alias gegen Spam',
  description:
    'Geben Sie Ihre echte E-Mail-Adresse ein und erhalten Sie sofort einen Alias. Mails an den Alias werden an Sie weitergeleitet, und Sie können ihn jederzeit abschalten.',
  noScript: 'Um einen Alias zu erstellen, braucht diese Seite JavaScript.',
};

export const FIRST_LOOK = {
  facts: [
    ['Mails an den Alias', 'werden an Sie weitergeleitet'],
    ['Ihre Mails', 'werden durchgereicht, keine wird aufbewahrt'],
    ['Den Alias', 'schalten Sie mit einem Klick ab'],
  ],
  kept: 'Was wir speichern, und wie lange',
};

export const SPOKEN = {
  notifications: 'Benachrichtigungen',
  newTab: 'Öffnet sich in einem neuen Tab',
};

export const TROUBLE = {
  unreachable:
    'Der Server ist nicht erreichbar. Ihre Eingabe bleibt erhalten; versuchen Sie es gleich noch einmal.',
  busy: 'Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal.',
  unacceptable:
    'Für diese Adresse kann kein Alias erstellt werden. Prüfen Sie, ob sie richtig geschrieben ist.',
  broken:
    'Auf dieser Seite ist etwas schiefgegangen. Ihr Alias ist nicht betroffen; laden Sie die Seite neu, um fortzufahren.',
};

export const TRY_AGAIN = 'Noch einmal';
export const RELOAD = 'Neu laden';
