export const PRIVACY = {
  title: 'Ce que nous conservons, et combien de temps',
  short: 'Tout ce que nous conservons figure ici. Vos messages ne sont pas conservés.',
  back: 'Retour à l’accueil',
  parts: [
    [
      'Votre alias',
      'Une ligne : votre véritable adresse, l’alias, si le transfert est activé, et la date de création. À côté : quand l’adresse a été confirmée, jusqu’à quand le transfert est suspendu, quand l’alias se désactive de lui-même, ce que deviennent vos réponses qui montrent votre adresse, si seuls les messages d’expéditeurs connus sont acceptés, et avant la confirmation un hachage qui montre quel navigateur l’a créé. Si vous avez plusieurs alias, aussi le libellé et le site que vous notez pour chacun, chiffrés, s’il est affiché en premier, un nombre d’alias fixé pour votre adresse et les clés d’API sous forme de hachages, chacune avec son nom.',
      'Conservé jusqu’à ce que le propriétaire ou l’exploitant de ce site supprime la ligne ; si les adresses sont confirmées, sept jours sans confirmation. Un alias désactivé est conservé. D’un alias supprimé après avoir transporté des messages, seul le nom reste, pour que personne d’autre ne l’obtienne.',
    ],
    [
      'Vos messages',
      'Ils passent par la mémoire pendant que l’expéditeur attend, et ne sont jamais écrits sur un disque. Rien n’en reste ici : ni texte, ni objet.',
      'Conservés jusqu’à la réponse de votre boîte, quelques minutes au plus.',
    ],
    [
      'Remises',
      'Quand un expéditeur n’a peut-être pas appris que son message est arrivé, nous conservons un hachage à clé de la remise et la réponse, pour que vous ne receviez pas le message deux fois. De chaque réponse que vous envoyez par un alias, nous conservons un hachage à clé de son Message-ID, pour que la suivante puisse le masquer. On ne peut y lire ni adresse ni mot du message.',
      'Conservés sept jours ; le hachage d’un Message-ID, un an.',
    ],
    [
      'Le sort de vos messages',
      'Pour le propriétaire d’un alias confirmé, si l’exploitant de ce site ne l’a pas désactivé : ce qui n’est pas arrivé (quand, de quel domaine, pourquoi, et quel serveur l’a dit), et combien de messages sont arrivés chaque jour.',
      'Conservé sept jours.',
    ],
    [
      'Qui vous a écrit',
      'Pour le propriétaire d’un alias confirmé, sous la même condition : quels domaines ont écrit (chez les grands fournisseurs, quelles adresses), en hachages à clé que nous ne pouvons pas relire. Quand un expéditeur attend, ou que son message n’est pas arrivé, et quand vous en laissez entrer ou en bloquez un, le nom lui-même, chiffré.',
      'Les hachages 400 jours après le dernier message ; le nom d’un expéditeur dont le message attend ou n’est pas arrivé, sept jours ; ce que vous avez laissé entrer ou bloqué, jusqu’à ce que vous le retiriez.',
    ],
    [
      'Requêtes',
      'Nous comptons les requêtes et les connexions qui viennent d’un bloc d’adresses réseau, pour freiner qui essaie les alias un par un ; par un hachage de son adresse, les messages de test qu’une boîte a reçus ; par des hachages à clé, à combien de personnes un propriétaire a écrit en premier. Sous un tel hachage, nous comptons aussi combien d’alias crée un propriétaire qui en a plusieurs.',
      'Conservé un jour au plus.',
    ],
    [
      'Connexions',
      'Si vous confirmez votre adresse, ou vous connectez ailleurs avec ce site, nous conservons l’adresse, la langue de vos messages, des hachages de liens et de codes, un compteur pour chaque session, et les clés d’accès et seconds facteurs si vous en configurez. Si vous vous connectez par un autre fournisseur, son numéro pour vous. De nos messages rien n’est conservé ; pour en envoyer peu, nous les comptons sous un hachage à clé de l’adresse. Après un changement d’adresse, nous conservons la précédente, chiffrée, pour que le changement puisse être annulé.',
      'Conservé jusqu’à ce que vous supprimiez tout ce qui vous concerne ; une session, 180 jours sans usage ; le compte des messages, jusqu’à 180 jours après le dernier ; un hachage à clé de l’adresse, un an après votre déconnexion de partout ; une adresse précédente, sept jours.',
    ],
    [
      'Le journal',
      'Les pannes du service, et chaque message qui n’est pas arrivé : quel serveur l’a refusé et comment, avec un hachage à clé à la place de l’alias. Aucune adresse e-mail n’y est écrite, ni rien de ce que contenait le message. L’exploitant de ce site peut aussi y faire noter les mots du serveur qui refuse, adresses remplacées.',
      'Conservé aussi longtemps que l’exploitant de ce site garde ses journaux.',
    ],
    [
      'Votre navigateur',
      'Un cookie, une fois que vous vous êtes connecté ici : un horodatage et un hachage à clé de votre adresse, qu’aucun script ne lit. Il montre seulement que vous étiez connecté dans ce navigateur, pour que personne d’autre n’épuise les messages par lesquels vous vous connectez. Sans connexion, il n’y en a pas. L’onglet retient l’adresse saisie, pour qu’un rechargement montre la même chose. Le navigateur garde un nombre aléatoire qui montre quels alias y ont été créés, et votre session une fois que vous y avez confirmé votre adresse.',
      'L’adresse jusqu’à la fermeture de l’onglet, la session jusqu’à votre déconnexion, le cookie un an ou jusqu’à votre déconnexion ici, le nombre jusqu’à ce que vous effaciez les données de ce site.',
    ],
  ],
  others: {
    title: 'Qui d’autre le voit',
    sentences: [
      'Le serveur de votre boîte reçoit le message et votre véritable adresse, comme il se doit. Qui écrit à l’alias ne voit que l’alias. Une réponse à une adresse de réponse part de l’alias. Votre adresse est d’abord cherchée dans ses textes ; pas dans ses images ni ses documents. Une réponse que votre boîte envoie directement à quelqu’un montre votre véritable adresse.',
      'L’exploitant de ce serveur pourrait lire les messages au passage et la table des alias. Les copies de sauvegarde contiennent tout ce qui est conservé, aussi longtemps que l’exploitant de ce site les garde.',
      'L’exploitant de ce site vous dit ce qui est conservé de vous et le supprime si vous le demandez, par e-mail à postmaster au domaine des alias.',
      'S’il s’agit d’un essai, les messages transférés n’arrivent pas dans votre boîte : les 200 derniers restent dans la mémoire de cette machine jusqu’à la fin du service.',
    ],
    elsewhere: (api: string) =>
      `La table des alias se trouve chez ${api}, qui tient ses propres journaux.`,
  },
};
