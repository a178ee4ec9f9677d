import { plural } from '../plural.ts';

const of = plural('fr');

export const LOCALE = 'fr';

export const ALIASES = {
  full: (has: number, most: number) => `Vous avez ${has} alias sur ${most}.`,
  search: 'Rechercher',
  found: (some: number, all: number) =>
    `${some} alias sur ${all} ${of(some, { one: 'trouvé', many: 'trouvés', other: 'trouvés' })}`,
  none: 'Aucun alias ne correspond à votre recherche.',
  shown: 'affiché ci-dessus',
  off: 'désactivé',
  paused: 'suspendu',
  pinned: 'épinglé',
  site: (host: string) => `utilisé sur ${host}`,
  addLabel: 'Ajouter un libellé',
  label: 'Libellé',
  delivered: (count: number) => `${count} remis en 7 jours`,
  nothing: 'aucun message en 7 jours',
  last: (day: string) => `le dernier le ${day}`,
  select: (alias: string) => `Afficher ${alias}`,
  forwards: (alias: string) => `Transfert pour ${alias}`,
  copy: (alias: string) => `Copier ${alias}`,
  copied: 'Copié !',
  blocked: 'Veuillez sélectionner l’adresse et la copier.',
  labelOf: (alias: string) => `Libellé de ${alias}`,
};

export const KEYS = {
  title: 'Programmes qui peuvent utiliser vos alias',
  none: 'Avec une clé d’API, un gestionnaire de mots de passe ou une extension de navigateur peut créer des alias pour vous.',
  make: 'Nouvelle clé',
  name: 'Nom du programme',
  scope: 'Ce qu’il peut faire',
  scopes: {
    create: 'Créer des alias',
    manage: 'Créer des alias, les lister, leur donner un libellé, les activer et les désactiver',
    delete: 'Tout cela, et supprimer des alias définitivement',
  },
  create: 'Créer la clé',
  cancel: 'Annuler',
  once: 'Copiez la clé maintenant. Elle ne sera plus affichée.',
  copy: 'Copier la clé',
  copied: 'Copié !',
  blocked: 'Veuillez sélectionner la clé et la copier.',
  server: 'URL du serveur',
  key: 'Clé d’API',
  bitwarden:
    'Dans Bitwarden, ouvrez le générateur de noms d’utilisateur et choisissez le service SimpleLogin. Saisissez ensuite cette URL du serveur et cette clé.',
  done: 'Terminé',
  made: (day: string) => `créée le ${day}`,
  used: (day: string) => `dernière utilisation le ${day}`,
  unused: 'jamais utilisée',
  revoke: 'Révoquer',
  revokeOf: (name: string) => `Révoquer ${name}`,
  revokeWhy:
    'Ce programme ne pourra plus utiliser vos alias tant que vous ne lui aurez pas donné une nouvelle clé.',
  code: 'Code de votre application d’authentification',
  tooMany: 'Vous avez 10 clés. Révoquez-en une d’abord.',
};

export const ALIASES_FAILED = {
  rate: (minutes: number) =>
    `Trop de nouveaux alias. Réessayez dans ${minutes} ${of(minutes, { one: 'minute', many: 'minutes', other: 'minutes' })}.`,
  unreachable: 'Le serveur est injoignable. Veuillez réessayer dans un instant.',
  failed: 'Cela n’a pas fonctionné. Veuillez réessayer dans un instant.',
  wrongCode: 'Ce code est incorrect ou a expiré.',
};
