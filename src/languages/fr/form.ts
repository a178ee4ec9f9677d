export const LANGUAGE = 'fr';

export const MESSAGES = {
  planLimit: 'L’offre gratuite ne permet qu’un seul alias. Une offre étendue arrive bientôt !',
  creationFailed: 'L’alias n’a pas pu être créé. Veuillez réessayer.',
  noUniqueAlias: 'Aucun alias libre n’a été trouvé',
  invalidEmail: 'Veuillez saisir une adresse e-mail valide',
  created: 'Votre alias a été créé !',
};

export const TEXTS = {
  form: {
    label: 'Votre véritable adresse e-mail',
    placeholder: 'vous@example.com',
    submit: 'Créer un alias',
    checking: 'Vérification…',
    creating: 'Création de l’alias…',
    hint: 'Votre alias est créé immédiatement',
    limitReached: 'Limite de l’offre gratuite atteinte',
  },
  madeIn: 'Réalisé avec',
};

export const PAGE = { name: 'Veilpost', what: 'Une adresse à donner à la place de la vôtre' };

export const ABOUT = {
  title: 'Veilpost : un alias e-mail pour naviguer sans spam',
  description:
    'Saisissez votre véritable adresse e-mail et obtenez aussitôt un alias. Les messages envoyés à l’alias vous sont transférés, et vous pouvez le désactiver à tout moment.',
  noScript: 'Cette page a besoin de JavaScript pour créer un alias.',
};

export const FIRST_LOOK = {
  facts: [
    ['Les messages à l’alias', 'vous sont transférés'],
    ['Vos messages', 'ne font que passer, aucun n’est conservé'],
    ['L’alias', 'se désactive en un clic'],
  ],
  kept: 'Ce que nous conservons, et combien de temps',
};

export const SPOKEN = {
  notifications: 'Notifications',
  newTab: 'S’ouvre dans un nouvel onglet',
};

export const TROUBLE = {
  unreachable:
    'Le serveur est injoignable. Votre saisie est conservée ; réessayez dans un instant.',
  busy: 'Trop de requêtes sont venues de votre réseau. Réessayez dans une minute.',
  unacceptable:
    'Aucun alias ne peut être créé pour cette adresse. Vérifiez qu’elle est bien écrite.',
  broken:
    'Un problème est survenu sur cette page. Votre alias n’est pas touché ; rechargez la page pour continuer.',
};

export const TRY_AGAIN = 'Réessayer';
export const RELOAD = 'Recharger';
