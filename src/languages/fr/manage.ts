import { plural } from '../plural.ts';

export const LOCALE = 'fr';

const of = plural(LOCALE);

export const MANAGE = {
  pauseHour: 'Suspendre 1 heure',
  pauseHours: '8 heures',
  pauseFor: 'Suspendre :',
  pauseTomorrow: 'jusqu’à demain',
  pauseUntil: 'Suspendre',
  nothing: 'Aucun message ces 7 derniers jours.',
  delivered: 'Remis',
  onDay: (day: string) => ` le ${day}`,
  cancel: 'Annuler',
  code: 'Code de votre application d’authentification',
  confirm: 'Confirmer',
  busy: 'Un instant…',
  unknown: '…',
};

export const GROUPS = {
  history: 'Le sort de mes messages',
  pause: 'Pause',
  writing: 'Écrire avec votre alias',
  signIn: 'Connexion',
  leaving: 'Partir',
  senders: 'Qui peut m’écrire',
};

export const TALLY = {
  none: 'aucun message',
  arrived: (arrived: number) =>
    `${arrived} ${of(arrived, { one: 'arrivé', many: 'arrivés', other: 'arrivés' })}`,
  failed: (arrived: number, failed: number) =>
    `${arrived} ${of(arrived, { one: 'arrivé', many: 'arrivés', other: 'arrivés' })}, ${failed} non`,
};

export const ENTRIES = {
  end: 'Désactivation automatique',
  history: '7 derniers jours',
  passkey: 'Clé d’accès',
  factor: 'Second facteur',
  address: 'Changer d’adresse',
  write: 'Écrire à quelqu’un en premier',
  replyBody: 'Si mon adresse figure dans ma réponse',
  link: 'Nouveau lien de désactivation',
  download: 'Télécharger mes données',
  here: 'Me déconnecter ici',
  everywhere: 'Me déconnecter partout',
  alias: 'Supprimer cet alias',
  all: 'Supprimer tout ce qui me concerne',
  lock: 'Expéditeurs connus seulement',
  senders: 'Expéditeurs',
};

export const PASSKEY = {
  none: 'aucune',
  some: (count: number) => (count === 1 ? 'activée' : `activées : ${count}`),
  why: 'Avec une clé d’accès, vous vous connectez par empreinte, visage ou code PIN, sans e-mail.',
  add: 'Ajouter une clé d’accès',
  remove: 'Retirer',
};

export const FACTOR = {
  off: 'désactivé',
  on: 'activé',
  why: 'Qui lit vos messages aura encore besoin d’un code d’une application de votre téléphone pour modifier ou supprimer quoi que ce soit.',
  enrol: 'Configurer',
  scan: 'Scannez ceci avec votre application d’authentification, ou saisissez-y la clé. Saisissez ensuite le code qu’elle affiche.',
  picture: 'QR code pour votre application d’authentification',
  remove: 'Retirer',
};

export const ADDRESS = {
  why: 'Les messages envoyés à votre alias seront transférés à la nouvelle adresse. Nous envoyons un message aux deux adresses. Le changement prend effet quand vous avez ouvert le lien de celui envoyé à l’adresse actuelle et saisi ici le code de l’autre.',
  label: 'Nouvelle adresse',
  code: (email: string) => `Code du message envoyé à ${email}`,
  half: 'Ouvrez maintenant le lien du message envoyé à l’adresse actuelle, si ce n’est pas déjà fait.',
};

export const WRITE = {
  why: 'Envoyez depuis votre alias un message à une personne qui ne lui a pas encore écrit. Vous pouvez écrire à cinq nouvelles personnes par jour.',
  label: 'Son adresse e-mail',
  get: 'Obtenir l’adresse',
  address: (email: string) => `Votre adresse pour ${email}`,
  copy: 'Copier l’adresse',
  copied: 'Copié',
  blocked: 'Veuillez sélectionner l’adresse et la copier.',
  open: 'Écrire dans votre messagerie',
  how: 'Écrivez à cette adresse depuis votre propre boîte. Le destinataire ne voit que votre alias. Elle ne fonctionne que pour cette personne.',
};

export const LOCK = {
  on: 'activé',
  off: 'désactivé',
  why: 'Les expéditeurs connus sont ceux qui ont déjà écrit et ceux que vous laissez entrer. Les messages des autres attendent un jour, puis sont refusés : laissez-les entrer ci-dessus.',
  toOn: 'N’accepter que les expéditeurs connus',
  toOff: 'Accepter les messages de tous',
};

export const SENDERS = {
  none: 'Personne encore : les boutons sont à côté de chaque message.',
  let: 'Laisser entrer',
  block: 'Bloquer',
  blocked: 'Bloqué',
  forget: 'Retirer',
};

export const END = {
  why: 'Ensuite, les messages à cet alias sont refusés. Pendant sept jours, vous voyez ici qui a écrit. Vous pouvez réactiver l’alias.',
  never: 'jamais',
  on: (time: string) => `le ${time}`,
  days: (days: number) => `${days} ${of(days, { one: 'jour', many: 'de jours', other: 'jours' })}`,
  after: 'Désactiver après :',
};

export const REPLY_BODY = {
  why: 'Les messageries ajoutent souvent votre adresse sous votre texte. Elle n’est jamais transmise : votre alias la remplace, ou la réponse vous est renvoyée. Les réponses qui ne peuvent pas être modifiées vous sont toujours renvoyées.',
  replace: 'écrire l’alias',
  refuse: 'me la renvoyer',
  toReplace: 'Écrire l’alias à la place',
  toRefuse: 'Me renvoyer la réponse',
};

export const SWITCH_OFF = {
  why: 'Chaque message transféré peut contenir un lien qui désactive l’alias. Un nouveau lien annule tous les anciens.',
  renew: 'Créer un nouveau lien',
};

export const EVERYWHERE = {
  why: 'Vous serez déconnecté de tous les navigateurs, y compris celui-ci. Votre alias continue comme avant.',
  button: 'Me déconnecter de tous les navigateurs',
};

export const DELETE = {
  alias: (name: string) =>
    `Les messages à ${name} seront désormais refusés. Personne n’obtiendra plus jamais ce nom, vous non plus.`,
  aliasButton: 'Supprimer l’alias',
  all: 'Votre alias, son historique, vos sessions, clés d’accès et facteurs sont supprimés immédiatement. C’est irréversible.',
  allButton: 'Tout supprimer',
};

export const DONE = {
  alone: 'C’est fait.',
  address:
    'Ouvrez le lien du message envoyé à l’adresse actuelle, et saisissez ici le code de l’autre.',
  link: 'C’est fait. Tous les anciens liens sont annulés.',
  download: 'Le fichier est dans vos téléchargements.',
};

export const FAILED = {
  secondFactor: 'Veuillez vous reconnecter avec votre second facteur.',
  wrongCode: 'Ce code est incorrect ou a expiré.',
  busy: 'Trop de tentatives. Veuillez réessayer plus tard.',
  taken: 'Cette adresse a déjà un alias.',
  refused: 'L’adresse n’est pas acceptée. Veuillez vérifier l’orthographe.',
  cancelled: 'Rien n’a été modifié.',
  unreachable: 'Le serveur est injoignable. Veuillez réessayer dans un instant.',
  failed: 'Cela n’a pas fonctionné. Veuillez réessayer dans un instant.',
  full: 'La liste est pleine. Retirez d’abord une entrée.',
};

export const REASONS = {
  paused: 'suspendu par vous',
  ended: 'l’alias a pris fin',
  unknown_mailbox: 'votre boîte est introuvable',
  mailbox_full: 'votre boîte est pleine',
  too_large: 'trop volumineux pour votre boîte',
  policy: 'contraire aux règles de votre serveur de messagerie',
  busy: 'votre serveur de messagerie était surchargé',
  unreachable: 'votre serveur de messagerie n’a pas répondu',
  untrusted: 'la connexion à votre serveur de messagerie n’était pas fiable',
  doubt: 'la connexion s’est coupée avant la réponse',
  listed: 'son serveur est sur une liste d’expéditeurs de spam',
  unwanted: 'filtre antispam',
  message: 'votre serveur de messagerie n’accepte pas cette forme',
  new_sender: 'nouvel expéditeur',
  unproven: 'l’expéditeur n’a pas pu être vérifié',
  blocked: 'vous avez bloqué l’expéditeur',
};

export const HAPPENED = {
  refused: (reason: string) => `Refusé : ${reason}`,
  waiting: (reason: string) => `En attente : ${reason}`,
  byServer: 'par votre serveur de messagerie',
  putOff: 'reporté par votre serveur de messagerie',
};
