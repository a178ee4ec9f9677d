export const ASKED = {
  magiclink: {
    subject: (host: string) => `Connexion à ${host}`,
    asked: (site: string) => `Quelqu’un a demandé à se connecter à ${site} avec cette adresse.`,
  },
  signup: {
    subject: (host: string) => `Confirmez votre adresse pour ${host}`,
    asked: (site: string) => `Quelqu’un s’est inscrit à ${site} avec cette adresse.`,
  },
  recovery: {
    subject: (host: string) => `Retrouver l’accès à ${host}`,
    asked: (site: string) =>
      `Quelqu’un qui ne peut pas se connecter à ${site} a demandé de l’aide avec cette adresse.`,
  },
  email_change_current: {
    subject: (host: string) => `Changez votre adresse sur ${host}`,
    asked: (site: string) =>
      `Quelqu’un qui est connecté à ${site} avec cette adresse veut en utiliser une autre. Le changement prend effet quand il est accepté ici et que le code du message envoyé à l’autre adresse est saisi.`,
  },
};

export const NOTICES = {
  'factor-added': {
    subject: (host: string) => `Second facteur ajouté sur ${host}`,
    happened: (site: string) =>
      `Un second facteur a été ajouté au compte de ${site} qui a cette adresse.`,
  },
  'factor-removed': {
    subject: (host: string) => `Second facteur retiré sur ${host}`,
    happened: (site: string) =>
      `Un second facteur a été retiré du compte de ${site} qui a cette adresse.`,
  },
  'factors-forgotten': {
    subject: (host: string) => `Seconds facteurs retirés sur ${host}`,
    happened: (site: string) =>
      `L’exploitant de ${site} a retiré tous les seconds facteurs du compte qui a cette adresse. Désormais, on s’y connecte sans eux.`,
  },
  'passkey-added': {
    subject: (host: string) => `Clé d’accès ajoutée sur ${host}`,
    happened: (site: string) =>
      `Une clé d’accès a été ajoutée au compte de ${site} qui a cette adresse.`,
  },
  'passkey-removed': {
    subject: (host: string) => `Clé d’accès retirée sur ${host}`,
    happened: (site: string) =>
      `Une clé d’accès a été retirée du compte de ${site} qui a cette adresse.`,
  },
  'api-key-added': {
    subject: (host: string) => `Clé d’API ajoutée sur ${host}`,
    happened: (site: string) =>
      `Une clé d’API a été ajoutée au compte de ${site} qui a cette adresse. Un programme qui possède cette clé peut créer des alias pour vous.`,
  },
  'address-changed': {
    subject: (host: string) => `Adresse changée sur ${host}`,
    happened: (site: string) =>
      `Le compte de ${site} qui avait cette adresse en a maintenant une autre.`,
  },
  'address-returned': {
    subject: (host: string) => `Adresse rétablie sur ${host}`,
    happened: (site: string) =>
      `Le compte de ${site} a de nouveau cette adresse, et toutes ses sessions ont pris fin. La personne à l’autre adresse a signalé que le changement ne venait pas d’elle.`,
  },
  'address-taken-back': {
    subject: (host: string) => `Changement d’adresse annulé sur ${host}`,
    happened: (site: string) =>
      `Le compte de ${site} qui avait cette adresse a retrouvé la précédente, et toutes ses sessions ont pris fin. La personne à l’adresse précédente a signalé que le changement ne venait pas d’elle.`,
  },
  'factor-guessed': {
    subject: (host: string) => `Codes erronés du second facteur sur ${host}`,
    happened: (site: string) =>
      `25 codes erronés de suite ont été saisis pour le second facteur du compte de ${site} qui a cette adresse. La personne qui fait cela peut peut-être lire vos messages : changez le mot de passe de votre boîte mail.`,
  },
  'session-by-code': {
    subject: (host: string) => `Un autre navigateur s’est connecté sur ${host}`,
    happened: (site: string) =>
      `Un autre navigateur s’est connecté au compte de ${site} qui a cette adresse, avec un code affiché par un navigateur déjà connecté.`,
  },
  'session-misused': {
    subject: (host: string) => `Une session a été fermée sur ${host}`,
    happened: (site: string) =>
      `Une session du compte de ${site} qui a cette adresse a été fermée : sa clé a été utilisée à deux endroits, elle a donc pu être volée. Reconnectez-vous.`,
  },
};

export const CONFIRM = {
  subject: (alias: string) => `Confirmez votre adresse pour ${alias}`,
  asked: (host: string) =>
    `Quelqu’un a demandé sur ${host} un alias pour cette adresse. Un alias est une adresse qui transfère les messages à la vôtre.`,
  named: (alias: string) => `L’alias est ${alias}.`,
  code: (code: string) => `Saisissez ce code là où vous avez demandé l’alias : ${code}`,
  ignore: 'Si vous n’avez rien demandé, ignorez ce message, ou dites-le sur la même page.',
};

export const NOT_ME = {
  subject: (host: string) => `Cette adresse est utilisée sur ${host}`,
  happened: (site: string) =>
    `Un compte de ${site} a maintenant cette adresse à la place d’une autre.`,
  open: 'Si ce n’était pas vous, ouvrez cette page et appuyez sur le bouton :',
  works: 'Il rétablit l’autre adresse. Le lien est valable 7 jours, et une seule fois.',
};

export const WAY_BACK = {
  subject: (host: string) => `Votre adresse a été changée sur ${host}`,
  works:
    'Il rend au compte cette adresse et ses alias, ferme toutes les sessions et retire les clés d’accès et les seconds facteurs ajoutés récemment. Le lien est valable 7 jours, et une seule fois.',
};

export const NEW_ADDRESS = {
  subject: (host: string) => `Confirmez votre nouvelle adresse pour ${host}`,
  asked: (host: string, asker: string) =>
    `Quelqu’un a demandé sur ${host} à utiliser cette adresse pour le compte de ${asker}.`,
  askedByNobody: (host: string) =>
    `Quelqu’un a demandé sur ${host} à utiliser cette adresse pour le compte sans adresse.`,
  code: (code: string) => `Le code : ${code}`,
  typeIt:
    'Saisissez ce code là où vous avez demandé le changement. Si vous n’avez rien demandé, ne faites rien : sans le code, il ne se passe rien.',
  works: 'Le code est valable 24 heures, et une seule fois.',
};

export const PASSWORD = {
  subject: (host: string) => `Code pour ${host}`,
  asked: (site: string) =>
    `Quelqu’un qui est connecté à ${site} avec cette adresse veut changer le mot de passe.`,
  works: 'Le code est valable 15 minutes, et une seule fois.',
};

export const LETTER = {
  open: 'Ou ouvrez cette page et appuyez sur le bouton :',
  code: (code: string) => `Saisissez ce code là où il vous a été demandé : ${code}`,
  works:
    'Le code est valable 15 minutes. Le lien est valable 24 heures. Chacun ne sert qu’une seule fois.',
  ignore: 'Si vous n’avez rien demandé, ignorez ce message.',
  notYou: 'Si ce n’était pas vous, connectez-vous et fermez toutes les sessions.',
  tellTheOperator:
    'Si ce n’était pas vous, répondez à ce message : l’exploitant du site le recevra.',
};

export const TEST_MAIL = {
  who: (alias: string) =>
    `Un visiteur de ce site a écrit le texte ci-dessous pour tester l’alias ${alias}.`,
  notOurs:
    'Il n’a pas été écrit par les exploitants du site. Si l’alias n’est pas le vôtre, ignorez ce message.',
};

export const OFF = {
  isOn: 'Le transfert est activé.',
  isOff: 'Le transfert est désactivé.',
  turnOff: 'Désactiver le transfert',
  turnOn: 'Réactiver',
  void: 'Ce lien n’est plus valable.',
  nothing: 'Rien n’a changé.',
};

export const PLACE = {
  none: 'Page introuvable.',
  home: 'Retour à l’accueil',
};
