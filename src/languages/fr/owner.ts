import { plural } from '../plural.ts';

const of = plural('fr');

export const OWNER = {
  oneStep: 'Encore une étape : confirmez votre adresse',
  weSent: [
    'Nous avons envoyé un message à ',
    '. Ouvrez le lien qu’il contient, et les messages envoyés à votre alias seront transférés. D’ici là, les expéditeurs sont priés de réessayer plus tard.',
  ],
  code: 'Code reçu par e-mail',
  confirm: 'Confirmer',
  confirming: 'Confirmation…',
  again: 'Renvoyer le message',
  sentAgain: 'Le message a été renvoyé.',
  sending: 'Envoi…',
  yours: 'Vous gérez cet alias dans ce navigateur.',
  paused: 'Suspendu jusqu’au',
  endPause: 'Lever la pause',
  notEnded: 'La pause n’a pas pu être levée. Veuillez réessayer dans un instant.',
  manages: ['Vous gérez ', ' dans ce navigateur'],
  show: 'Afficher mon alias',
  manage: 'Gérer cet alias',
  hidden: 'Cette adresse a déjà un alias. Seul son propriétaire peut le voir ici.',
  signedOut: 'Votre session a été fermée. Rien n’a été modifié.',
  sendLink: 'M’envoyer un lien',
  passkey: 'Utiliser une clé d’accès',
  offer: 'Ajouter une clé d’accès pour se passer d’e-mail la prochaine fois',
  onItsWay: [
    'Si ',
    ' a un alias, un message est en route. Ouvrez son lien dans ce navigateur ou saisissez le code ici.',
  ],
  linkSent: [
    'Un message est en route vers ',
    '. Ouvrez son lien dans ce navigateur ou saisissez le code ici.',
  ],
  done: 'C’est fait. Les messages envoyés à votre alias sont maintenant transférés.',
  otherBrowser: 'Pour gérer l’alias dans un autre navigateur aussi, saisissez-y ce code :',
  elsewhere:
    'Votre adresse a été confirmée dans un autre navigateur. Pour gérer l’alias ici aussi, saisissez le code affiché là-bas.',
  elsewhereCode: 'Code de l’autre navigateur',
  toCode: 'Aller au champ du code',
  aliases: 'Vos alias',
  aliasesCount: (has: number, most: number) => `${has} sur ${most}`,
  aliasMake: 'Nouvel alias',
  aliasMaking: 'Création…',
  aliasMade: 'Votre alias a été créé !',
};

export const LINK = {
  title: 'Cette adresse est-elle la vôtre ?',
  text: 'Appuyez sur le bouton pour commencer le transfert vers l’adresse à laquelle ce message a été envoyé, et pour gérer son alias dans ce navigateur.',
  alias: 'Alias',
  to: 'Transfère à',
  yes: 'Oui, c’est mon adresse',
  no: 'Je n’ai rien demandé',
  noDelete: 'Pas ma demande : supprimer l’alias',
  brief: 'Ne pas garder ma session ouverte ici',
  expired: 'Ce lien a expiré ou a déjà été utilisé.',
  again: 'Envoyer un nouveau lien',
  email: 'Votre adresse e-mail',
  cancel: 'Annuler',
};

export const FAREWELL = {
  notMine: 'L’alias a été supprimé et vous ne recevrez plus de messages de notre part.',
  declined: 'C’est fait. Le lien du message n’est plus valable.',
  aliasDeleted: 'Votre alias a été supprimé. Son nom ne sera plus jamais attribué.',
  allDeleted: 'Tout ce qui vous concerne a été supprimé.',
  halfWay:
    'Le changement a été approuvé depuis votre adresse actuelle. Saisissez maintenant le code de l’autre message là où vous avez demandé le changement.',
  moved: 'Votre adresse a été changée. Veuillez vous connecter avec la nouvelle.',
};

export const REFUSAL = {
  notKept:
    'Votre adresse est confirmée. Ce navigateur refuse de garder votre session ; l’alias ne peut donc pas être géré ici.',
  notOffered: 'Rien ne vous est transféré sans votre accord. Vous pouvez ignorer le message.',
  noPasskey: 'Aucune clé d’accès n’a été acceptée. Un e-mail suffit aussi.',
  wrongCode: 'Ce code est incorrect ou a expiré.',
  wait: (seconds: number) =>
    `Veuillez attendre ${seconds} ${of(seconds, { one: 'seconde', many: 'de secondes', other: 'secondes' })}.`,
  usedUp:
    'Un message a été envoyé à cette adresse aujourd’hui. Regardez aussi dans le dossier spam.',
  refused: (domain: string) =>
    `Le serveur de messagerie de ${domain} n’accepte pas de messages pour cette adresse. Veuillez vérifier l’orthographe.`,
  failed: 'Le message n’a pas pu être envoyé. Veuillez réessayer dans un instant.',
};

export const UNASKED = {
  made: ['Quelqu’un a créé ', ' pour votre adresse.'],
  keep: 'Le garder',
  discard: 'Le supprimer',
  gone: ['L’alias ', ' a été supprimé.'],
  failed: 'Cela n’a pas fonctionné. Veuillez réessayer dans un instant.',
};
