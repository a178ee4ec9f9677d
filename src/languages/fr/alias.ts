import { plural } from '../plural.ts';

export const LOCALE = 'fr';

export const LETTERS_IN = 'fr';

const of = plural(LOCALE);

export const ALIAS_MESSAGES = {
  toggleFailed: 'Le transfert n’a pas pu être modifié. Veuillez réessayer.',
  aliasDisabled: 'L’alias est désactivé. Réactivez-le pour recevoir des messages.',
  testMailSent: 'Le message de test a été transféré !',
};

export const waitMessage = (seconds: number) =>
  `Veuillez attendre ${seconds} ${of(seconds, { one: 'seconde', many: 'de secondes', other: 'secondes' })} avant d’envoyer un autre message de test.`;

export const ALIAS = { current: 'Votre alias actuel :' };

export const RESULT = {
  heading: 'Votre alias est prêt !',
  use: 'Utilisez cette adresse pour naviguer sans spam',
  copy: 'Copier l’alias',
  copied: 'Copié !',
  upgrade: 'Bientôt, une offre étendue avec plusieurs alias.',
  disableAnyTime: 'Vous pouvez désactiver cet alias à tout moment',
  back: 'Retour à l’accueil',
};

export const FORWARDING = {
  on: 'Transfert activé',
  onDetail: 'Les messages envoyés à votre alias sont transférés à',
  off: 'Transfert désactivé',
  offDetail: 'Les messages ne sont pas transférés pour le moment',
  badge: 'Désactivé',
  banner: 'L’alias est désactivé : les messages ne seront pas transférés',
  blocked: 'Alias désactivé',
};

export const TEST_MAIL = {
  open: 'Envoyer un message de test',
  title: 'Envoyer un message de test',
  to: 'À',
  subject: 'Objet',
  message: 'Message',
  rateLimit: 'Limite : 1 message de test par minute',
  cancel: 'Annuler',
  send: 'Envoyer le message',
  sending: 'Envoi…',
};

export const FULL = (field: string, most: number) =>
  `${field} : ${most.toLocaleString(LOCALE)} caractères au plus.`;

export const SPOKEN = {
  copyAddress: 'Copier l’adresse',
  copied: 'Alias copié',
};

export const TEST_MAIL_FAILED = {
  refused: (code: number | undefined) =>
    `Le message de test n’a pas pu être remis : le serveur du destinataire l’a refusé${code === undefined ? '' : ` (${code})`}.`,
  deferred:
    'Le message de test n’a pas pu être remis : le serveur du destinataire demande de réessayer plus tard.',
  unanswered:
    'Le message de test n’a pas pu être remis : le serveur du destinataire n’a pas répondu.',
  other:
    'Le message de test n’a pas pu être envoyé. Votre saisie est conservée ; réessayez dans un instant.',
};

export const COPY_BLOCKED = {
  keyboard: 'Le navigateur empêche la copie. L’adresse est sélectionnée : appuyez sur Ctrl+C.',
  apple: 'Le navigateur empêche la copie. L’adresse est sélectionnée : appuyez sur Cmd+C.',
  touch:
    'Le navigateur empêche la copie. L’adresse est sélectionnée : maintenez-la appuyée pour la copier.',
};

export const RECEIPT = {
  delivered: (host: string, tls: string | null, verified: boolean, time: string) => {
    const way =
      tls === null ? 'sans chiffrement' : `par ${tls}${verified ? ' (serveur vérifié)' : ''}`;
    return `Remis à ${host} ${way} en ${time}`;
  },
  tryOut: (time: string) => ['Remis à ', 'la boîte d’essai', ` en ${time}`],
};

export const IN_THE_WAY = {
  notConfirmed: (email: string) =>
    `Veuillez d’abord confirmer votre adresse. Nous avons envoyé un message à ${email}.`,
  paused: (time: string) => `Le transfert est suspendu jusqu’au ${time}.`,
};
