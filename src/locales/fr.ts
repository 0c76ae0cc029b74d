import type { Texts } from './en.ts';

/** French, to `tu`. A no-break space stands before `:` and `»` and after `«`, a narrow one before `;` `!` `?`. */
export const fr: Texts = {
  claim: {
    granted: {
      title: 'Récompense réclamée',
      description: 'Le vote de **{{player}}** est validé. La récompense peut maintenant être remise.',
      arrived: 'Le vote de **{{player}}** est validé, et la récompense est arrivée sur le serveur de jeu.',
      maybeTwo:
        'La réponse à une autre tentative pour cette demande s’est perdue ou est arrivée trop tard : un second vote a peut-être aussi été utilisé. S’il manque une récompense, indique la référence `{{reference}}` à un modérateur.',
      unlikelyTwo:
        'Le service de vote n’a pas pu répondre à une autre tentative pour cette demande. C’est peu probable, mais un second vote a peut-être aussi été utilisé. S’il manque une récompense, indique la référence `{{reference}}` à un modérateur.',
    },
    none: {
      title: 'Aucun vote trouvé pour l’instant',
      description:
        'Il n’y a aucun vote à récompenser pour **{{player}}**. Si tu viens de voter, patiente un instant, puis vérifie de nouveau.',
    },
    already: {
      title: 'Vote déjà utilisé',
      description:
        'Le vote de **{{player}}** a déjà été utilisé. Un vote n’est récompensé qu’une seule fois. Pas de récompense ? Indique la référence `{{reference}}` à un modérateur.',
      own: 'Tu as utilisé le vote de **{{player}}** {{relative}}. Un vote n’est récompensé qu’une seule fois. Pas de récompense ? Indique la référence `{{reference}}` à un modérateur.',
      recorded: 'Ce bot a enregistré la demande précédente le {{time}}.',
      reference: 'Référence de cette demande : {{reference}}',
    },
    'likely-granted': {
      title: 'Vote utilisé, première réponse perdue',
      description:
        'Un modérateur va trancher, et ce bot te fera part de sa décision. Le service de vote indique que le vote de **{{player}}** a été utilisé, mais l’une de ses réponses à ce bot s’est perdue : très probablement, c’est ce bot qui a utilisé ce vote, ou un vote précédent. Pas de récompense ? Indique la référence `{{reference}}` à un modérateur.',
    },
    pending: {
      title: 'Récompense pas encore confirmée',
      description:
        'Le service de vote n’a pas encore confirmé le vote de **{{player}}**. Ce bot réessaie pendant 15 minutes. Si rien n’a changé d’ici là, indique la référence `{{reference}}` à un modérateur. Tu peux vérifier de nouveau sans risque.',
    },
    reviewed: {
      unstated:
        'Un modérateur a examiné la demande pour **{{player}}** et l’a marquée comme résolue. S’il manque encore quelque chose, indique la référence `{{reference}}` à un modérateur.',
      claimed:
        'Un modérateur a examiné la demande pour **{{player}}** : le vote a été utilisé. S’il manque encore quelque chose, indique la référence `{{reference}}` à un modérateur.',
      'not-claimed':
        'Un modérateur a examiné la demande pour **{{player}}** : le vote n’a pas été utilisé. S’il est encore là, tu peux refaire une demande.',
    },
    unavailable: {
      title: 'Service de vote indisponible',
      notSent:
        'Le service de vote n’a pas pu être joint : aucun vote n’a été utilisé. Si **{{player}}** a voté, son vote est intact ; réessaie plus tard.',
      refused:
        'Le service de vote a refusé la demande : aucun vote n’a été utilisé. Si **{{player}}** a voté, son vote est intact ; réessaie plus tard.',
      notSentNow: 'Le service de vote n’a pas pu être joint à l’instant. Réessaie plus tard.',
      refusedNow: 'Le service de vote a refusé cette tentative. Réessaie plus tard.',
    },
    postponed: {
      title: 'Patiente un instant',
      notSent:
        'Trop de personnes réclament leur récompense en même temps : rien n’a été envoyé pour **{{player}}**. S’il y a un vote, il est intact ; réessaie {{relative}}.',
      notSentNow:
        'Trop de personnes réclament leur récompense en même temps : rien n’a été envoyé cette fois-ci. Réessaie {{relative}}.',
      late: 'Trop de personnes réclamaient leur récompense en même temps : rien n’a été envoyé. Vérifie de nouveau maintenant.',
      interrupted:
        'Le bot a été interrompu avant d’envoyer quoi que ce soit pour **{{player}}**. S’il y a un vote, il est intact ; vérifie de nouveau maintenant.',
      interruptedNow:
        'Le bot a été interrompu avant d’envoyer quoi que ce soit cette fois-ci. Vérifie de nouveau maintenant.',
    },
    late: 'À propos de ta demande pour **{{player}}**, faite {{relative}} :',
    lateIn: 'À propos de ta demande pour **{{player}}** sur {{guild}}, faite {{relative}} :',
    inDoubt:
      'La réponse à une tentative précédente s’est perdue : un vote de **{{player}}** a peut-être déjà été utilisé par ce bot. S’il manque une récompense, indique la référence `{{reference}}` à un modérateur.',
    notSetUp: {
      title: 'Les récompenses de vote ne sont pas configurées ici',
      description:
        'Ce serveur Discord n’a pas de jeton d’accès pour les récompenses de vote. Une personne ayant la permission *Gérer le serveur* peut en définir un avec </settings token>.',
    },
    tokenRefused: {
      title: 'Un administrateur doit intervenir',
      description:
        'Jeton d’accès refusé. Le service de vote n’accepte pas celui qui sert ici : aucun vote n’a été utilisé. Une personne ayant la permission *Gérer le serveur* peut en définir un autre avec </settings token> ; si c’est celui du responsable de ce bot, c’est à lui de le renouveler.',
      now: 'Jeton d’accès refusé. Le service de vote n’accepte pas celui qui sert ici. Une personne ayant la permission *Gérer le serveur* peut en définir un autre avec </settings token> ; si c’est celui du responsable de ce bot, c’est à lui de le renouveler.',
    },
    badName: {
      title: 'Vérifie le nom de joueur',
      description:
        'Un nom de joueur comporte de 1 à {{max}} caractères, sans retour à la ligne. Saisis-le exactement comme dans le jeu.',
      refused:
        'Le service de vote n’accepte pas **{{player}}** comme nom de joueur. Saisis-le exactement comme dans le jeu.',
    },
    announcement: {
      title: 'Merci d’avoir voté',
      description: '**{{player}}** a voté. La récompense peut maintenant être remise.',
      arrived: '**{{player}}** a voté. La récompense est bien arrivée sur le serveur de jeu.',
      wasResolved:
        'Modérateurs : cette demande avait déjà été marquée comme résolue. Il faut d’abord vérifier qui l’a fait, pour que le vote ne soit pas récompensé deux fois.',
      maybeTwo:
        'Modérateurs : la réponse à une autre tentative pour cette demande s’est perdue ou est arrivée trop tard ; un second vote a peut-être aussi été utilisé. À vérifier auprès du service de vote avant de donner plus d’une récompense.',
      unlikelyTwo:
        'Modérateurs : le service de vote n’a pas pu répondre à une autre tentative pour cette demande. C’est peu probable, mais un second vote a peut-être aussi été utilisé.',
    },
    nameSaved: {
      title: 'Nom mémorisé',
      description:
        '</claimvote> sans nom réclame désormais la récompense pour **{{player}}** sur ce serveur Discord. Les {{max}} derniers noms mémorisés sont proposés pendant la saisie.',
    },
    moderatorsTold: {
      title: 'Les modérateurs sont prévenus',
      description: 'Ils voient ta question dans leur salon, avec la référence `{{reference}}`.',
    },
    noModerators: {
      title: 'Préviens toi-même un modérateur',
      description:
        'Ce bot n’a pas de salon pour les modérateurs ici pour l’instant. Indique la référence `{{reference}}` à un modérateur : elle lui permet d’ouvrir ta demande.',
    },
    modalTitle: 'Réclamer la récompense de ton vote',
    modalLabel: 'Nom de joueur',
    modalHint: 'Exactement comme dans le jeu',
    forgotten: {
      title: 'Demande introuvable',
      description: 'Cette demande n’est plus enregistrée. Utilise plutôt </claimvote>.',
    },
  },
  claims: {
    list: {
      title: 'Demandes de récompense',
      parked: '**En attente d’un modérateur**',
      others: '**Autres demandes**',
      shownToSome: 'réponse affichée à {{shown}} sur {{asked}}',
      notShown: 'réponse pas encore affichée',
      resolved: 'Marquée comme résolue',
      reward: {
        held: 'récompense retenue',
        parked: 'récompense arrivée ?',
        badName: 'récompense non envoyée',
        due: 'récompense pas encore acceptée',
      },
      page: 'Demandes : {{total, number}} · en attente d’un modérateur : {{parked, number}} · page {{page, number}} sur {{pages, number}}',
      pick: 'Afficher l’une de ces demandes',
    },
    file: {
      title: 'Fichier des demandes',
      description: 'Le fichier contient toutes les demandes de cette liste.',
      cut: 'Le fichier contient les {{max, number}} premières demandes de cette liste : celles qui attendent un modérateur, puis les plus récentes. Pour les autres, affine la liste avec les options de </claims>.',
    },
    noneFound: {
      title: 'Aucune demande trouvée',
      description: 'Ce serveur Discord n’a encore aucune demande, ou aucune ne correspond aux options de </claims>.',
    },
    gone: {
      title: 'Cette liste est fermée',
      description: 'Elle est trop ancienne, ou ce n’est pas la tienne. Utilise de nouveau </claims>.',
    },
    notFound: {
      title: 'Demande introuvable',
      description: 'Cette demande n’est plus enregistrée sur ce serveur Discord. Utilise de nouveau </claims>.',
    },
    underWay: 'Demande en cours',
    sentAgain:
      'La récompense est envoyée de nouveau. Le destinataire d’un webhook la reconnaît à son ID et ne la donne qu’une fois ; NuVotifier la donne une fois de plus.',
    askRepeat:
      'Le serveur de jeu a déjà accepté cette récompense. NuVotifier ne remarque pas qu’un vote arrive de nouveau : il donne la récompense **une fois de plus**. Il reste noté qui l’a demandé.',
    repeatNeedsManager:
      'Rien n’a été envoyé : le serveur de jeu a déjà accepté cette récompense et la donnerait une fois de plus. Pour cela, il te faut la permission *Gérer le serveur*.',
    nothingToSend: 'Il n’y a plus rien à envoyer pour cette demande.',
    placeIsOff:
      'Rien n’a été envoyé : le destinataire de cette récompense est en pause ou désactivé. </settings rewards> permet de le relancer.',
    arrived: 'C’est noté : la récompense est arrivée.',
    nothingParked: 'La question ne se pose plus pour cette demande.',
    reviewed: 'Demande examinée par un modérateur',
    resolved: 'Jamais confirmée, marquée comme résolue par un modérateur',
    refused: 'Refusée par le service de vote',
    deletedPerson: 'quelqu’un (données supprimées)',
    detail: {
      title: 'Demande {{reference}}',
      summary: '**{{player}}** · {{verdict}}',
      maybeTwo:
        'La réponse à une autre tentative s’est perdue ou est arrivée trop tard : un second vote a peut-être aussi été utilisé.',
      unlikelyTwo:
        'Le service de vote n’a pas pu répondre à une autre tentative. C’est peu probable, mais un second vote a peut-être aussi été utilisé.',
      alsoInDoubt:
        'Aussi incertaines pour ce joueur : {{references}}. S’il s’agit du même vote, ne te prononce que sur une seule.',
      inDoubt:
        'La réponse à une tentative précédente pour ce joueur s’est perdue : un vote a peut-être été utilisé, bien que cette demande n’ait rien donné.',
      parked:
        'Le service de vote n’a jamais indiqué si ce vote a été utilisé. Vérifie de nouveau, puis marque la demande comme résolue une fois que c’est réglé.',
      told: 'réponse affichée : {{verdict}}',
      toldNothing: 'aucune réponse affichée pour l’instant',
      before_one: '{{count}} autre auparavant',
      before_other: '{{count}} autres auparavant',
      noAttempts: 'Aucune : rien n’a été envoyé au service de vote.',
      fields: {
        asked: 'Demande faite par',
        attempts: 'Tentatives',
        resolved: 'Marquée comme résolue par',
        note: 'Note',
        reward: 'Récompense',
        decided: 'Décisions sur la récompense',
      },
      decisions: { 'sent-again': 'renvoyée : {{hook}}', arrived: 'arrivée : {{hook}}' },
      outcomes: {
        none: 'il n’y avait aucun vote à récompenser',
        claimed: 'le vote a été utilisé',
        already: 'le vote avait déjà été utilisé',
        notSent: 'le service de vote n’a pas pu être joint ; rien n’a été envoyé',
        rejected: 'le service de vote a refusé la demande (statut {{status}})',
        unknown: 'demande envoyée, mais sans réponse exploitable',
        unfinished: 'demande envoyée, mais aucune réponse n’est enregistrée',
      },
    },
    resolve: {
      modalTitles: {
        unstated: 'Marquer cette demande comme résolue',
        claimed: 'Le vote a été utilisé',
        'not-claimed': 'Le vote n’a pas été utilisé',
      },
      modalLabel: 'Qu’as-tu constaté ?',
      modalHint: 'Visible des modérateurs seulement, pas des personnes qui ont fait la demande',
      done: 'Cette demande est marquée comme résolue. Les personnes qui l’ont faite seront informées dès que possible qu’un modérateur l’a examinée.',
      decided:
        'Ce que tu as constaté est enregistré. Les personnes qui ont fait la demande en seront informées dès que possible.',
      already: 'Quelqu’un avait déjà marqué cette demande comme résolue ; ta note n’a pas été conservée.',
      notParked: 'Cette demande n’attend plus de modérateur ; ta note n’a pas été conservée.',
      badNote: {
        title: 'Vérifie la note',
        description: 'Une note comporte de 1 à {{max}} caractères. Rien n’a été modifié.',
      },
    },
  },
  escalations: {
    pending: {
      title: 'Une demande attend un modérateur',
      description: 'Le service de vote n’a jamais confirmé le vote de **{{player}}**.',
      todo: '*Ouvrir la demande* permet de la vérifier de nouveau ; sinon, tranche ici. Les membres seront informés.',
    },
    'likely-granted': {
      description:
        'Le vote de **{{player}}** a été utilisé, très probablement par ce bot, mais la réponse qui le disait s’est perdue. Il peut aussi s’agir d’un vote précédent.',
      todo: 'Modérateurs : à vérifier avant de donner la récompense. </claims> montre ce qui a été réclamé pour ce joueur.',
    },
    granted: {
      title: 'Une seconde récompense est peut-être due',
      description:
        'Le vote de **{{player}}** est validé. La réponse à une autre tentative pour la même demande s’est perdue ou est arrivée trop tard : un second vote a peut-être aussi été utilisé.',
      todo: 'Vérifie auprès du service de vote avant de donner plus d’une récompense.',
    },
    delivery: {
      title: 'La récompense est-elle arrivée ?',
      description: 'La récompense de **{{player}}** est peut-être arrivée, peut-être pas.',
      todo: 'Si le joueur l’a, ou si tu la donnes toi-même : *Récompense arrivée*. Sinon : *Renvoyer*.',
    },
    badName: {
      title: 'Une récompense n’a pas été envoyée',
      description:
        'Dans un vote, un nom a au plus 16 lettres, chiffres et tirets bas, donc la récompense de **{{player}}** n’a pas été envoyée.',
      todo: 'Donne-la toi-même, puis appuie sur *Récompense arrivée*.',
    },
    failing: {
      title: 'Une récompense n’est pas acceptée',
      description: 'Le serveur de jeu n’a pas encore accepté la récompense de **{{player}}** ; le bot réessaie.',
      todo: 'Avec *Gérer le serveur*, on voit dans </settings rewards> ce qui ne va pas. *Renvoyer* réessaie tout de suite.',
    },
    asked: {
      title: 'Un membre pose une question sur une demande',
      description: '{{person}} pose une question sur la demande pour **{{player}}**. Réponse affichée : {{verdict}}.',
      todo: '*Ouvrir la demande* montre ce qui s’est passé et ce que tu peux faire.',
      decide:
        '*Ouvrir la demande* montre ce qui s’est passé. Les personnes qui ont fait la demande seront informées de ta décision, prise ici ou là-bas.',
    },
    elsewhere:
      'Seuls les modérateurs d’un autre serveur Discord, où elle a d’abord été faite, peuvent trancher. Les membres d’ici seront aussi informés.',
    decide: '*Ouvrir la demande* montre ce qui a été réclamé. Tranche ensuite ici : les membres seront informés.',
    facts: { asked: 'Par :', reward: 'Récompense :', todo: 'À faire :' },
  },
  plan: {
    summary: '**{{plan}}** · {{status}}',
    deletion: 'Suppression prévue le {{time}}. Agis avant cette date pour l’éviter.',
    deletionPast: 'La suppression était prévue le {{time}}.',
    grace: 'Délai de grâce jusqu’au {{time}}. Paie avant cette date pour conserver l’abonnement.',
    gracePast: 'Délai de grâce terminé le {{time}}.',
    cancelled: 'Résilié, sans renouvellement. Actif jusqu’au {{time}}.',
    cancelledPast: 'Résilié, sans renouvellement. Période terminée le {{time}}.',
    cancelledOpenEnd: 'Résilié, sans renouvellement à la fin de la période.',
    changePending: 'Un changement d’abonnement est en attente.',
    stale: 'Copie enregistrée {{time}} ; le service d’abonnement ne répond pas.',
    standard:
      'Standard s’affiche aussi pour un serveur ou une équipe inconnus ou supprimés ; vérifie l’ID si cela t’étonne.',
    checked: 'Vérifié {{time}}',
    quoted: '« {{text}} »',
    chooseBelow: 'Choisis ci-dessous l’abonnement à afficher',
    version: 'Version {{version}} de la fiche',
    kinds: { server: 'Serveur', team: 'Équipe' },
    teamModes: { solo: 'solo', studio: 'studio' },
    fields: {
      kind: 'Type',
      interval: 'Facturation',
      renews: 'Renouvellement',
      wasDue: 'Échéance',
      activeUntil: 'Actif jusqu’au',
      periodEnded: 'Période terminée le',
      change: 'Changement en attente',
      since: 'Abonnement depuis le',
      id: 'ID',
    },
    words: {
      active: 'Actif',
      past_due: 'Paiement en retard',
      canceled: 'Résilié',
      month: 'Mensuelle',
      year: 'Annuelle',
      plan: 'Abonnement',
      interval: 'Facturation',
      effective_at: 'Date d’effet',
    },
    changed: '{{what}} : {{value}}',
    unavailable: {
      title: 'Service d’abonnement indisponible',
      description:
        'L’abonnement n’a pas pu être consulté, et il n’en existe aucune copie enregistrée. Réessaie plus tard.',
    },
    keyRefused: {
      title: 'Le responsable du bot doit intervenir',
      description:
        'Le service d’abonnement a refusé la clé d’application du bot. Seul le responsable de ce bot peut la renouveler.',
    },
    badId: {
      title: 'Vérifie l’ID du serveur ou de l’équipe',
      description:
        'L’ID d’un serveur ou d’une équipe comporte de 1 à 80 caractères : lettres sans accent, chiffres et `_ . : -`. Copie-le à l’endroit où se gère le serveur ou l’équipe, ou choisis-en un parmi ceux que </plan> propose pendant la saisie.',
    },
    noneLinked: {
      title: 'Aucun serveur ni équipe associé',
      description:
        'Aucun serveur ni équipe n’est encore associé à ce serveur Discord. Une personne ayant la permission *Gérer le serveur* peut en associer un.',
      manager: 'Aucun serveur ni équipe n’est encore associé à ce serveur Discord. Associes-en un avec </entity link>.',
    },
    notLinked: {
      title: 'Non associé à ce serveur Discord',
      description:
        'Aucun serveur ni équipe portant cet ID n’est associé à ce serveur Discord. Choisis-en un parmi ceux que </plan> propose pendant la saisie.',
    },
    others: 'Afficher un autre abonnement',
  },
  plans: {
    title: 'Abonnements',
    progress: 'Consultés : {{done, number}} sur {{total, number}}',
    unanswered: 'Pas de réponse du service d’abonnement',
    deletion: 'Suppression {{time}}',
    deletionPast: 'La suppression devait avoir lieu {{time}}',
    grace: 'Fin du délai de grâce {{time}}',
    gracePast: 'Délai de grâce terminé {{time}}',
    cancelled: 'Résilié, fin {{time}}',
    cancelledPast: 'Résilié, terminé {{time}}',
    cancelledOpenEnd: 'Résilié',
    change: 'Changement en attente',
    stale: 'Copie enregistrée {{time}}',
    nothing: 'Aucun de ces ID n’a pu être consulté.',
    allWell: 'Rien à surveiller.',
    page: 'Total : {{total, number}} · à surveiller : {{attention, number}} · page {{page, number}} sur {{pages, number}}',
    fields: {
      badIds: 'ID de serveur ou d’équipe non valides',
      notLinked: 'Non associés à ce serveur Discord',
      leftOut: 'Non consultés',
    },
    leftOut: '{{count, number}}, car au plus {{max, number}} sont consultés à la fois.',
    file: {
      title: 'Fichier des abonnements',
      description:
        'Le fichier contient tous les abonnements de cette liste, avec tout ce qu’en dit le service d’abonnement.',
    },
    closed: {
      title: 'Cette liste est fermée',
      description: 'Elle est trop ancienne, ou ce n’est pas la tienne. Utilise de nouveau </plans>.',
    },
  },
  entity: {
    ask: {
      title: 'Associer ce serveur ou cette équipe ?',
      here: 'D’après le service d’abonnement, `{{id}}` correspond à :',
      elsewhere: 'À associer au serveur Discord `{{guild}}`. D’après le service d’abonnement, `{{id}}` correspond à :',
      summary: '**{{name}}** · {{plan}} · {{status}}',
      label: 'Le nom affiché sera **{{label}}**.',
    },
    linked: {
      title: 'Associé',
      description: '**{{label}}** (`{{id}}`) est associé.',
      elsewhere: 'Cela concerne le serveur Discord `{{guild}}`.',
      isDefault: 'C’est ce que </plan> affiche quand aucun ID n’est indiqué.',
    },
    already: { title: 'Déjà associé', description: '`{{id}}` est déjà associé ; rien n’a été modifié.' },
    full: {
      title: 'Limite d’associations atteinte',
      description:
        'Au plus {{max, number}} serveurs et équipes peuvent être associés à un serveur Discord. Dissocie ce dont tu n’as plus besoin.',
    },
    forbidden: {
      title: 'Tu ne peux pas faire ça ici',
      description:
        'Seul le responsable de ce bot peut associer des serveurs et des équipes à un autre serveur Discord, et seule la personne à qui la question a été posée peut y répondre.',
    },
    expired: {
      title: 'Pas confirmé à temps',
      description:
        'Cette question est trop ancienne, ou quelqu’un y a déjà répondu. Si le serveur ou l’équipe n’est pas encore associé, utilise </entity link>.',
    },
    cancelled: { title: 'Non associé', description: 'Rien n’a été associé.' },
    notHome: {
      title: 'Adresse-toi au responsable de ce bot',
      description:
        'Seul le responsable de ce bot peut associer des serveurs et des équipes ici. Envoie-lui ces deux ID :\nserveur Discord `{{guild}}`\nserveur ou équipe `{{id}}`',
    },
    badGuild: {
      title: 'Vérifie l’ID du serveur Discord',
      description:
        'L’ID d’un serveur Discord comporte de 17 à 20 chiffres. Copie-le dans Discord avec le mode développeur activé.',
    },
    notInGuild: {
      title: 'Le bot n’est pas sur ce serveur Discord',
      description: 'Ce bot n’est pas sur le serveur Discord `{{guild}}`. Vérifie l’ID, ou invites-y d’abord le bot.',
    },
    unlinked: {
      title: 'Dissocié',
      description: '**{{label}}** (`{{id}}`) n’est plus associé ici.',
    },
    list: {
      line: '**{{label}}**\n-# `{{id}}`',
      defaultLine: '**{{label}}** · par défaut\n-# `{{id}}`',
      page: 'Associés : {{total, number}} · page {{page, number}} sur {{pages, number}}',
      pick: 'En choisir un autre par défaut',
      chooseBelow: 'Choisis ci-dessous ce que </plan> affiche quand aucun ID n’est indiqué.',
    },
  },
  setup: {
    title: 'Configuration de ce serveur Discord',
    pick: 'Voir ou modifier un réglage',
    fix: 'Corriger : {{what}}',
    start: 'Configurer : {{what}}',
    then: 'Ensuite : {{what}}',
    fields: { next: 'Prochaine étape', done: 'En place', optional: 'Facultatif' },
    next: {
      token:
        'Les récompenses ne peuvent pas encore être réclamées ici : définis le jeton d’accès de ton serveur de jeu.',
      entities: 'Associe ton serveur ou ton équipe, pour que </plan> trouve son abonnement.',
      'vote-link': 'Indique aux membres où voter.',
      announcements: 'Choisis où les récompenses réclamées sont annoncées.',
      moderators: 'Choisis où publier les demandes qui attendent une décision.',
      nothing: 'Aucune : tout le nécessaire est en place.',
    },
    names: {
      token: 'Jeton d’accès',
      entities: 'Serveurs et équipes associés',
      'vote-link': 'Liens de vote',
      announcements: 'Annonces',
      moderators: 'Salon des modérateurs',
      rewards: 'Récompenses sur le serveur de jeu',
      alerts: 'Alertes d’abonnement',
      panel: 'Panneau de récompenses',
      'voter-role': 'Rôle des votants',
      reminders: 'Rappels de vote',
      goal: 'Objectif',
    },
    token: {
      own: 'Se termine par `{{ending}}`',
      operators: 'Celui du responsable du bot',
      none: 'Aucun : les récompenses ne peuvent pas être réclamées ici',
    },
    badNumber: {
      title: 'Vérifie le nombre',
      description: 'Il faut un nombre entier de {{min, number}} à {{max, number}}. Rien n’a été modifié.',
    },
  },
  forms: {
    channel: 'Salon',
    role: 'Rôle',
    arrival: 'Arrivée',
    yes: 'Oui',
    no: 'Non',
    hours: 'Heures',
    claims: 'Récompenses',
    every: 'Période',
    url: 'Lien de vote',
    label: 'Libellé',
    id: 'ID',
  },
  settings: {
    token: {
      modalTitle: 'Jeton d’accès des récompenses de vote',
      modalLabel: 'Jeton d’accès',
      modalHint: 'À copier depuis ton compte auprès du service de vote',
      saved: {
        title: 'Jeton d’accès enregistré',
        description:
          'Les récompenses sont désormais réclamées avec le jeton qui se termine par `{{ending}}`. Il est stocké chiffré et n’est jamais affiché en entier. La première demande montrera s’il fonctionne.',
      },
      otherHooks:
        'Destinataires limités à un ancien jeton d’accès, auxquels aucune nouvelle demande n’est donc envoyée : {{count, number}}. </settings rewards> indique lesquels.',
      askClear: {
        title: 'Effacer le jeton d’accès ?',
        description:
          'Le jeton qui se termine par `{{ending}}` sera supprimé ici, et seule une personne qui le possède pourra le définir de nouveau.',
      },
      cleared: {
        title: 'Jeton d’accès effacé',
        operators: 'Les récompenses sont désormais réclamées avec le jeton du responsable du bot.',
        none: 'Aucune récompense ne peut être réclamée ici tant qu’un jeton n’est pas défini avec </settings token>.',
      },
      changed: {
        title: 'Le jeton d’accès a changé',
        description:
          'Le jeton que ce bouton devait effacer n’est plus en place ; rien n’a été effacé. </setup> affiche les paramètres actuels.',
      },
      bad: {
        title: 'Vérifie le jeton d’accès',
        description:
          'Un jeton d’accès comporte de {{min}} à {{max}} caractères : uniquement des lettres sans accent, des chiffres et des symboles, sans espace. Rien n’a été modifié.',
        foreign:
          'Cela ressemble à un jeton pour {{service}}. Le jeton d’accès se trouve dans ton compte auprès du service de vote. Rien n’a été modifié.',
      },
    },
    voteLink: {
      saved: 'Lien de vote enregistré',
      removed: 'Lien de vote retiré',
      none: 'Ce serveur Discord n’a pas ses propres liens de vote.',
      hint: 'Chaque lien devient un bouton dans les messages à propos des votes. Dans un lien, `{player}` devient le nom du joueur ; le panneau ne connaît pas ce nom et ne montre donc pas ces liens. Nombre maximal de liens : {{max}}.',
      remove: 'Retirer un lien de vote',
      tooMany: {
        title: 'Limite de liens de vote atteinte',
        description: 'Il y en a déjà {{max}}. Retires-en un d’abord : </settings vote-link> les affiche.',
      },
      bad: {
        title: 'Vérifie le lien de vote',
        description:
          'Un lien de vote commence par `https://` et comporte au plus {{max}} caractères ; `{player}` peut figurer n’importe où après le nom du site. Rien n’a été modifié.',
      },
    },
    panel: {
      refused: 'Le panneau n’a pas pu être publié',
      states: {
        none: 'Il n’y a pas encore de panneau. Un panneau est un message avec tes liens de vote et un bouton qui permet à tout le monde de réclamer sa récompense. Voici à quoi il ressemblera :',
        shown: 'Le panneau est dans <#{{channel}}>. Voici à quoi il ressemble :',
        gone: 'Le message du panneau a été supprimé. Voici à quoi il ressemblera :',
        'out-of-reach':
          'Le panneau est dans <#{{channel}}>, où le bot ne peut plus le modifier. Autorise le bot à voir le salon et à y envoyer des messages, ou déplace-le avec </settings panel>. Voici à quoi il devrait ressembler :',
      },
      changed: { shown: 'Le panneau est dans <#{{channel}}>.', none: 'Le panneau a été retiré.' },
      'out-of-reach':
        'Le bot ne peut pas publier dans ce salon. Accorde-lui *Voir le salon*, *Envoyer des messages* et *Intégrer des liens*. Rien n’a été modifié.',
      unusable: 'Choisis un salon textuel ou d’annonces. Rien n’a été modifié.',
      modalTitle: 'Texte du panneau',
      modalLabel: 'Texte',
      modalHint: 'Le Markdown fonctionne, sauf les liens masqués.',
    },
    announcements: {
      saved: {
        title: 'Annonces enregistrées',
        on: 'Les récompenses réclamées sont annoncées dans <#{{channel}}>.',
        off: 'Les récompenses réclamées ne sont pas annoncées.',
      },
      arrival: 'Quand la récompense arrive sur le serveur de jeu, l’annonce le dit aussi.',
      noChannel: {
        title: 'Choisis un salon',
        description:
          'Il faut un salon où publier les annonces : indique-le avec l’option `channel`. Rien n’a été modifié.',
      },
      stopped: {
        title: 'Les annonces sont désactivées',
        description:
          'La dernière annonce n’a pas pu être publiée dans <#{{channel}}> : le salon n’existe plus, ou le bot ne peut pas y envoyer de messages. Les annonces ont donc été désactivées. Autorise le bot à y publier, puis utilise </settings announcements> avec `on:True`, ou choisis un autre salon avec `channel:`.',
      },
    },
    alerts: {
      saved: {
        title: 'Alertes d’abonnement enregistrées',
        on: 'Les changements d’abonnement des serveurs et équipes associés sont publiés dans <#{{channel}}>, avec des rappels 7 jours, 3 jours et 1 jour avant la fin d’un délai de grâce, la fin d’un abonnement résilié ou une suppression. Toute personne qui voit ce salon peut les lire.',
        off: 'Les changements d’abonnement ne sont pas publiés.',
      },
      noChannel: {
        title: 'Choisis un salon',
        description:
          'Il faut un salon où publier les alertes d’abonnement : indique-le avec l’option `channel`. Rien n’a été modifié.',
      },
      stopped: {
        title: 'Les alertes d’abonnement sont désactivées',
        description:
          'La dernière alerte d’abonnement n’a pas pu être publiée dans <#{{channel}}> : le salon n’existe plus, ou le bot ne peut pas y envoyer de messages. Les alertes d’abonnement ont donc été désactivées. Autorise le bot à y publier, puis utilise </settings alerts> avec `on:True`, ou choisis un autre salon avec `channel:`.',
      },
    },
    moderators: {
      saved: {
        title: 'Salon des modérateurs enregistré',
        on: 'Les demandes qui attendent un modérateur sont désormais publiées dans <#{{channel}}>. On y lit qui les a faites : choisis donc un salon que seuls les modérateurs voient.',
        off: 'Les demandes qui attendent un modérateur ne sont pas publiées. </claims> les affiche.',
      },
      noChannel: {
        title: 'Choisis un salon',
        description:
          'Il faut un salon où publier ce qui attend un modérateur : indique-le avec l’option `channel`. Rien n’a été modifié.',
      },
      stopped: {
        title: 'Le salon des modérateurs est désactivé',
        description:
          'La dernière demande en attente d’un modérateur n’a pas pu être publiée dans <#{{channel}}> : le salon n’existe plus, ou le bot ne peut pas y envoyer de messages. Ces demandes ne sont donc plus publiées ; </claims> les affiche. Autorise le bot à y publier, puis utilise </settings moderators> avec `on:True`, ou choisis un autre salon avec `channel:`.',
      },
    },
    role: {
      mentioned:
        'Chaque publication mentionne <@&{{role}}>. Discord ne prévient les membres qui ont ce rôle que si tout le monde peut le mentionner, ou si le bot a dans ce salon la permission *Mentionner @everyone, @here et tous les rôles*.',
      bad: {
        title: 'Choisis un autre rôle',
        description:
          'Le bot peut mentionner n’importe quel rôle de ce serveur Discord, sauf `@everyone`. Rien n’a été modifié.',
      },
    },
    permissions: {
      needed:
        'Le bot a besoin des permissions *Voir le salon*, *Envoyer des messages* et *Intégrer des liens* dans ce salon.',
      missing: 'Le bot ne peut pas encore y publier. Accorde-lui : {{permissions}}.',
    },
  },
  voterRole: {
    savedTitle: 'Rôle des votants enregistré',
    problemTitle: 'Ce rôle ne peut pas être celui des votants',
    on: 'Toute personne qui réclame une récompense obtient <@&{{role}}> pendant {{duration}}. La récompense suivante prolonge cette durée.',
    stoppedState:
      'Personne n’obtient <@&{{role}}> pour l’instant, car le bot n’a pas pu le donner. Durée prévue : {{duration}}.',
    off: 'Réclamer une récompense ne donne aucun rôle.',
    lost: 'Membres qui perdront le rôle donné jusqu’ici, dès que Discord permettra au bot de le retirer : {{count, number}}.',
    unchecked: 'Discord n’a pas dit si le bot peut donner ce rôle. Si ce n’est pas le cas, un message te le dira.',
    unchanged: 'Rien n’a été modifié.',
    none: {
      title: 'Choisis un rôle',
      description: 'Indique le rôle avec l’option `role`. Rien n’a été modifié.',
    },
    problems: {
      permission:
        'Le bot ne peut pas donner de rôles ici : il lui faut *Gérer les rôles*. Ajoute-le de nouveau avec le lien qui demande cette permission (tous les paramètres sont conservés), ou accorde-la dans *Paramètres du serveur > Rôles*.',
      hierarchy:
        'Le bot ne peut donner que des rôles placés sous le sien. Dans *Paramètres du serveur > Rôles*, fais glisser un rôle du bot au-dessus de <@&{{role}}>.',
      deleted: 'Le rôle n’existe plus. Choisis un autre rôle.',
      managed: 'Seul Discord ou une autre application peut donner <@&{{role}}>. Choisis un autre rôle.',
      everyone: 'Tout le monde a déjà `@everyone`. Choisis un autre rôle.',
      powerful:
        'Les membres qui ont <@&{{role}}> ont des permissions de modération ou de gestion, et toute personne qui vote les aurait aussi. Choisis un rôle sans ces permissions, ou retire-les à celui-ci.',
      'not-yours':
        'Tu ne peux choisir qu’un rôle que tu pourrais donner toi-même : un rôle placé sous ton rôle le plus élevé. <@&{{role}}> ne l’est pas.',
      refused:
        'Discord ne laisse pas le bot donner <@&{{role}}>. Il lui faut *Gérer les rôles* et un rôle placé au-dessus ; là où la modération exige l’authentification à deux facteurs, le propriétaire du bot doit aussi l’avoir activée.',
    },
    stopped: {
      title: 'Le rôle des votants est désactivé',
      description:
        'Le rôle des votants a donc été désactivé ; les membres qui l’ont le gardent jusqu’à la fin de la durée prévue. Une fois cela corrigé, utilise </settings voter-role> avec `on:True`.',
      another: 'Le rôle des votants a donc été désactivé. Choisis un autre rôle avec </settings voter-role>.',
    },
    notice: {
      title: 'Pas de rôle des votants pour l’instant',
      description:
        'Réclamer une récompense ne donne aucun rôle pour l’instant. Une personne ayant la permission *Gérer le serveur* peut voir pourquoi avec </settings voter-role>.',
    },
  },
  problems: {
    none: 'Rien à corriger.',
    heading: '**À corriger**',
    channelGone: '{{what}} : le salon n’existe plus. Choisis-en un autre avec {{command}}.',
    channelClosed:
      '{{what}} : le bot ne peut pas publier dans <#{{channel}}>. Accorde-lui dans ce salon : {{permissions}}.',
    channelUnknown: '{{what}} : Discord n’a pas dit si le bot peut publier dans <#{{channel}}>.',
    moderatorsPublic:
      '{{what}} : tout le monde voit <#{{channel}}>, et les messages nomment des personnes. Choisis un salon que seuls les modérateurs voient.',
    mentionGone:
      'Alertes d’abonnement : le rôle à mentionner n’existe plus. Choisis-en un autre avec </settings alerts>.',
    panelGone: 'Panneau de récompenses : son message a été supprimé. Publie-le de nouveau avec </settings panel>.',
    panelClosed:
      'Panneau de récompenses : le bot ne peut plus le modifier dans <#{{channel}}>. Autorise le bot à voir le salon et à y envoyer des messages, ou déplace-le avec </settings panel>.',
    panelUnknown: 'Panneau de récompenses : Discord n’a pas dit s’il est toujours là.',
    tokenLost: 'Jeton d’accès : la clé qui le chiffrait est perdue. Définis-le de nouveau avec </settings token>.',
    tokenRefused:
      'Jeton d’accès : le service de vote l’a refusé à la dernière demande. Définis-en un autre avec </settings token>.',
    operatorsToken:
      'Jeton d’accès : le service de vote a refusé celui du responsable du bot à la dernière demande. C’est à lui de le renouveler ; tu peux aussi définir le tien avec </settings token>.',
    entity:
      'Serveur ou équipe {{id}} : le service d’abonnement n’indique aucun abonnement. Vérifie l’ID avec </plan>, ou dissocie-le avec </entity unlink>.',
    moreEntities: 'Autres serveurs et équipes associés sans abonnement : {{count, number}}. </plans> les affiche.',
    plansUnknown:
      'Serveurs et équipes associés : le service d’abonnement ne répond pas, leurs abonnements ne sont donc pas connus.',
    keyRefused:
      'Serveurs et équipes associés : le service d’abonnement refuse la clé d’application du bot. C’est au responsable du bot de la renouveler.',
    hooks: {
      paused: 'Récompenses, {{hook}} : en pause. Relance-le avec </settings rewards>.',
      stopped:
        'Récompenses, {{hook}} : la dernière tentative a échoué, plus rien n’est envoyé. Envoie un test et relance-le avec </settings rewards>.',
      gone: 'Récompenses, {{hook}} : son destinataire ne veut plus de messages (statut 410). Relance-le avec </settings rewards> si c’est une erreur.',
      lost: 'Récompenses, {{hook}} : la clé qui chiffrait son adresse est perdue. Ajoute-le de nouveau avec </settings rewards>.',
      failing:
        'Récompenses, {{hook}} : en échec depuis le {{time}} ; dernière cause : {{outcome}}. </settings rewards> permet d’envoyer un test.',
    },
  },
  goal: {
    savedTitle: 'Objectif enregistré',
    offTitle: 'L’objectif est désactivé',
    progress: 'Récompenses réclamées avec ce bot : **{{count, number}} sur {{claims, number}}**, jusqu’au {{until}}',
    every: { day: 'Chaque jour :', week: 'Chaque semaine :', month: 'Chaque mois :' },
    off: 'Il n’y a pas d’objectif.',
    howTo:
      'Chaque récompense réclamée ici avec ce bot compte, peu importe qui la réclame. Les jours, les semaines (à partir du lundi) et les mois commencent à minuit UTC. L’objectif figure dans les annonces et sur le panneau, et un message annonce, une fois par période, qu’il est atteint.',
    noNumber: {
      title: 'Choisis un nombre',
      description:
        'Indique avec l’option `claims` combien de récompenses doivent être réclamées. Rien n’a été modifié.',
    },
    reached: {
      title: 'Objectif atteint',
      description:
        'Récompenses réclamées avec ce bot : **{{claims, number}}**. Merci à tout le monde ! Le compteur repart de zéro le {{until}}.',
    },
  },
  reminders: {
    message: {
      title: 'Rappel de vote : {{guild}}',
      description:
        '**{{guild}}** indique qu’on peut revoter au bout de {{duration}}. Ta dernière récompense y a été réclamée {{relative}}.\n\nTu as demandé ce rappel. *Arrêter les rappels* les désactive.',
    },
    now: {
      title: 'Tes rappels de vote',
      on: 'Le bot t’envoie un message privé {{duration}} après ta dernière récompense réclamée ici : d’après ce serveur Discord, on peut alors revoter.',
      next: 'Le prochain arrive le {{time}}.',
      nextClaim: 'Le prochain suivra ta prochaine récompense réclamée.',
      quiet:
        'Aucun rappel n’arrive entre {{from}} et {{to}} ({{zone}}). Ceux qui tombent dans cette plage arrivent peu après. Cela vaut pour tous les serveurs Discord.',
      noQuiet:
        'Tu n’as pas de plage de silence. Choisis-en une avec les options `from:`, `to:` et `timezone:` de </remind>.',
      off: 'Ce serveur Discord ne t’envoie pas de rappels de vote.',
      notHere:
        'Ce serveur Discord n’envoie pas de rappels de vote pour le moment. Une personne ayant la permission *Gérer le serveur* peut activer les rappels avec </settings reminders>.',
    },
    quiet: {
      incomplete: {
        title: 'Indique le début et la fin',
        description:
          'Pour une plage de silence, il faut un début, une fin et un fuseau horaire : `from:`, `to:` et `timezone:`. Rien n’a été modifié.',
      },
      'no-hours': {
        title: 'Choisis deux heures différentes',
        description:
          'Une plage de silence ne peut pas se terminer à l’heure à laquelle elle commence. Rien n’a été modifié.',
      },
      'bad-zone': {
        title: 'Vérifie le fuseau horaire',
        description:
          'Choisis l’un de ceux qui sont proposés pendant la saisie, par exemple `Europe/London`, ou indique le décalage par rapport à UTC : `UTC+2`. Rien n’a été modifié.',
      },
    },
    stopped: {
      title: 'Rappels désactivés',
      description: 'Ce serveur Discord ne t’envoie plus de rappels de vote. </remind> les y réactive.',
    },
    closed: {
      title: 'Tes rappels de vote sont désactivés',
      description:
        'Discord n’a pas laissé le bot t’envoyer un message privé ; le bot ne te rappelle donc plus de voter ici. Autorise les messages privés dans les paramètres de confidentialité de ce serveur Discord, et débloque le bot si tu l’as bloqué ; puis utilise </remind>.',
    },
    guild: {
      saved: 'Rappels de vote enregistrés',
      on: 'Un message privé avec les liens de vote est envoyé aux membres qui le souhaitent, {{duration}} après leur dernière récompense réclamée. Il précise que, selon ce serveur Discord, on peut alors revoter.',
      off: 'Aucun rappel de vote n’est envoyé aux membres.',
      wanted: 'Membres qui le souhaitent : {{count, number}}.',
      howTo: 'Chaque membre décide avec </remind>, ou avec *Me rappeler de voter* sous la réponse à une demande.',
    },
  },
  rewards: {
    list: {
      none: 'Les récompenses réclamées ne sont encore envoyées nulle part. Si ton serveur Minecraft a NuVotifier, ajoute-le : ses plugins donnent chaque récompense, même aux joueurs qui se connectent plus tard. Tout autre serveur de jeu peut être prévenu par un webhook.',
      description:
        'Chaque récompense réclamée est envoyée à tous ces destinataires. Choisis-en un ci-dessous pour le voir ou le modifier.',
      line: '**{{hook}}** · {{address}}\n{{state}} · en attente : {{waiting, number}}',
      tests: 'Derniers votes de test',
      option: '{{hook}} · {{state}}',
      pick: 'Afficher l’un de ces destinataires',
    },
    names: { webhook: 'Webhook {{number}}', votifier: 'NuVotifier {{number}}', gone: 'Destinataire {{number}}' },
    failing: 'en échec depuis le {{time}} : {{outcome}}',
    states: {
      on: 'Actif',
      paused: 'En pause',
      stopped: 'Arrêté après la dernière tentative',
      gone: 'Refus définitif (410)',
    },
    detail: {
      title: 'Récompenses : {{hook}}',
      failing: '**Les envois échouent** depuis le {{time}}. Dernière cause : {{outcome}}.',
      states: {
        lost: 'Rien ne peut être envoyé : l’adresse est perdue.',
        on: 'Les récompenses sont envoyées dès qu’elles sont réclamées. En cas d’échec, il y a jusqu’à dix tentatives en trois jours.',
        paused:
          'Rien n’est envoyé tant que tu n’as pas relancé les envois. Ce qui est réclamé d’ici là attend, 30 jours au plus.',
        stopped:
          'Trop de tentatives ont échoué : plus rien n’est envoyé. Envoie un test ; une fois qu’il est arrivé, relance les envois : tout ce qui attend est alors envoyé, dans l’ordre des demandes.',
        gone: 'Le destinataire a répondu qu’il ne veut plus de messages (statut 410) : rien n’est envoyé. Relance les envois si c’était une erreur.',
      },
      lost: 'Perdue avec la clé qui la chiffrait. Supprime ce destinataire et ajoute-le de nouveau.',
      claims: {
        all: 'Toutes les demandes de ce serveur Discord',
        'of-current-token': 'Seulement les demandes faites avec le jeton d’accès actuel',
        'of-other-token': 'Seulement les demandes faites avec un ancien jeton d’accès',
      },
      twoSecrets: 'Le nouveau est valable ; le précédent l’est aussi jusqu’au {{until}}.',
      fields: {
        address: 'Adresse',
        claims: 'Demandes à envoyer',
        waiting: 'En attente d’envoi',
        secret: 'Secret',
        service: 'Nom de service de ces votes',
      },
      newToken: '**Le nouveau jeton est utilisé** à partir de maintenant.',
      paused: '**En pause.**',
      resumed: '**Relancé.** Ce qui attendait est envoyé maintenant.',
      narrowed: '**Limité** aux demandes faites avec le jeton d’accès actuel.',
      widened: '**Limite levée.**',
    },
    add: {
      modalTitle: 'Ajouter un webhook de récompense',
      modalLabel: 'Adresse du destinataire',
      modalHint: 'Commence par https',
      done: {
        title: 'Webhook ajouté',
        description:
          'Voici le secret du webhook {{number}}, qui permet à ton serveur de jeu de vérifier l’authenticité des messages. Copie-le maintenant : il est stocké chiffré et ne sera plus jamais affiché.\n`{{secret}}`',
      },
      bad: {
        title: 'Vérifie l’adresse',
        form: 'Il faut une adresse web complète, comme `https://game.example/votes`, sans nom d’utilisateur ni mot de passe. Rien n’a été modifié.',
        https:
          'L’adresse doit commencer par `https://`, pour que personne ne puisse lire ou modifier ce qui est envoyé. Rien n’a été modifié.',
        private: 'L’adresse doit être publique : ni cette machine, ni un réseau privé. Rien n’a été modifié.',
      },
      full: {
        title: 'Limite de destinataires atteinte',
        description:
          'Un serveur Discord peut envoyer les récompenses à {{max}} destinataires au plus. Supprimes-en un dont tu n’as plus besoin.',
      },
    },
    votifier: {
      modalTitle: 'Ajouter un serveur avec NuVotifier',
      addressLabel: 'Adresse et port de NuVotifier',
      tokenLabel: 'Jeton',
      tokenHint: 'Dans le config.yml de NuVotifier, sous « tokens » : ce qui suit « default »',
      newTokenTitle: 'Utiliser un autre jeton',
      done: {
        title: 'NuVotifier ajouté',
        description:
          'Un vote est désormais envoyé à {{hook}} pour chaque récompense réclamée. Les plugins reconnaissent ces votes au nom de service `{{service}}`. Envoie maintenant un test, avec un de tes noms de joueur.',
      },
      bad: {
        known:
          'Ces demandes sont déjà envoyées à ce serveur de jeu, qui donnerait chaque récompense deux fois. Rien n’a été modifié.',
        form: 'Il faut l’adresse de ton serveur de jeu et le port de NuVotifier, comme `play.example.org:8192`. Rien n’a été modifié.',
        private: 'L’adresse doit être publique : ni cette machine, ni un réseau privé. Rien n’a été modifié.',
      },
      badToken: {
        title: 'Vérifie le jeton',
        description:
          'Un jeton ne contient pas d’espaces. Il se trouve dans le `config.yml` de NuVotifier, sous `tokens:`, après `default:`. Rien n’a été modifié.',
      },
      testTitle: 'Envoyer un vote de test',
      testLabel: 'Joueur à qui le vote est destiné',
      testHint: 'Le joueur obtient vraiment une récompense, comme pour tout vote. Au plus 16 lettres, chiffres ou _.',
    },
    rotated: {
      title: 'Nouveau secret',
      description:
        'Voici le nouveau secret du webhook {{number}}. Copie-le maintenant : il ne sera plus jamais affiché. Le précédent reste valable un jour, le temps que ton serveur de jeu en change.\n`{{secret}}`',
    },
    test: {
      delivered: { title: 'Le test est arrivé', description: '{{hook}} : {{outcome}}.' },
      refused: {
        title: 'Le test n’a pas été accepté',
        description: '{{hook}} : {{outcome}}. Seul un statut de 200 à 299 vaut acceptation.',
      },
      failed: {
        title: 'Le test n’est pas arrivé',
        description: '{{hook}} : {{outcome}}.',
      },
      notTaken: { title: 'Le vote de test n’a pas été accepté', description: '{{hook}} : {{outcome}}.' },
      unclear: {
        title: 'Le vote de test est peut-être arrivé',
        description: '{{hook}} : {{outcome}}. Vérifie dans le jeu s’il est arrivé avant d’en envoyer un autre.',
      },
    },
    askRemove: {
      title: 'Supprimer ce destinataire ?',
      description:
        '{{hook}} sera supprimé, avec son adresse et son secret. Récompenses en attente qui ne seront alors pas envoyées : {{waiting, number}}. Pour l’arrêter un moment seulement, mets-le plutôt en pause.',
    },
    noToken: {
      title: 'Aucun jeton d’accès',
      description:
        'Aucun jeton d’accès ne sert ici pour l’instant : les envois ne peuvent donc être limités à aucun. Rien n’a été modifié. </settings token> en définit un.',
    },
    notFound: {
      title: 'Introuvable',
      description: 'Ce destinataire a été supprimé. </settings rewards> montre où les récompenses sont envoyées.',
    },
    failingNews: {
      title: '{{hook}} n’accepte pas les récompenses',
      description:
        'Les dernières tentatives ont échoué : {{outcome}}. Ce qui n’a pas été accepté est envoyé de nouveau ; ce qui est peut-être arrivé attend un modérateur. </settings rewards> en montre plus et permet d’envoyer un test.',
    },
    stopped: {
      title: '{{hook}} est arrêté',
      stopped:
        'Des récompenses y ont été refusées à plusieurs reprises : plus rien n’y est envoyé. Aucun message n’est perdu : ouvre ce destinataire dans </settings rewards>, envoie un test, et relance-le une fois le test arrivé.',
      gone: 'Le destinataire a répondu qu’il ne veut plus de messages (statut 410) : plus rien n’y est envoyé. Si c’était une erreur, relance-le dans </settings rewards>.',
    },
    notice: {
      title: 'Les récompenses ont du retard',
      description:
        'Les récompenses réclamées n’arrivent pas sur le serveur de jeu pour l’instant. Aucune n’est perdue. Une personne ayant la permission *Gérer le serveur* peut voir pourquoi avec </settings rewards>.',
    },
    outcomes: {
      accepted: 'accepté (statut {{status}})',
      refused: 'réponse avec le statut {{status}}',
      unreachable: 'l’adresse n’a pas pu être jointe ; vérifie le nom, le port et le certificat',
      'no-answer': 'aucune réponse',
      'vote-taken': 'le vote a été accepté',
      'vote-failed': 'NuVotifier a signalé une erreur pendant qu’un plugin traitait le vote ; son journal dit laquelle',
      'no-votifier':
        'aucun NuVotifier 2 n’a répondu à cette adresse ; vérifie le nom et le port, indiqué après « port » dans le config.yml de NuVotifier',
      'bad-name': 'dans un vote, un nom a au plus 16 lettres, chiffres et tirets bas ; rien n’a été envoyé',
      'bad-token': 'NuVotifier a refusé le jeton ; il faut celui de son config.yml, sous « tokens », après « default »',
      'unknown-service':
        'NuVotifier n’a pas de jeton pour ce bot ; dans son config.yml, ajoute « default » sous « tokens »',
      'bad-challenge': 'NuVotifier a refusé le défi qu’il avait lui-même envoyé',
      blocked: 'l’adresse n’est pas publique',
      unreadable: 'son adresse ou son secret est perdu avec la clé qui le chiffrait',
    },
    deliveries: {
      goneHook: '{{hook}} (supprimé entre-temps)',
      held: 'un modérateur doit dire si le vote a été utilisé',
      sending: 'envoi en cours',
      parked: '**un modérateur décide** : {{outcome}}',
      due: 'pas encore acceptée',
      delivered: 'acceptée le {{time}}',
      dropped: 'n’a pas été envoyée',
      tried: 'tentatives : {{tries}}, la dernière : {{outcome}}',
      triedInAll: 'tentatives en tout : {{tries}}',
    },
  },
  alerts: {
    titles: {
      deletion: 'Suppression {{days, relativetime(day)}} : {{label}}',
      grace: 'Fin du délai de grâce {{days, relativetime(day)}} : {{label}}',
      period: 'Fin de l’abonnement {{days, relativetime(day)}} : {{label}}',
      'deletion-scheduled': 'Suppression prévue : {{label}}',
      'grace-begun': 'Début du délai de grâce : {{label}}',
      cancelled: 'Abonnement résilié : {{label}}',
      'plan-changed': 'Abonnement modifié : {{label}}',
      'status-changed': 'Statut modifié : {{label}}',
      'change-pending': 'Changement d’abonnement en attente : {{label}}',
      'pending-change-changed': 'Changement en attente modifié : {{label}}',
      'pending-change-dropped': 'Changement d’abonnement annulé : {{label}}',
      'grace-ended': 'Délai de grâce terminé : {{label}}',
      'cancellation-withdrawn': 'Résiliation annulée : {{label}}',
      'deletion-lifted': 'Suppression annulée : {{label}}',
    },
    'plan-changed': 'L’abonnement a changé : **{{from}}** → **{{to}}**.',
    'status-changed': 'Le statut a changé : **{{from}}** → **{{to}}**.',
    'grace-begun':
      'Un délai de grâce a commencé. Il prend fin le {{time}}. Paie avant cette date pour conserver l’abonnement.',
    'grace-ended': 'Plus aucun délai de grâce n’est en cours. </plan> affiche l’état actuel.',
    cancelled: 'L’abonnement a été résilié et ne sera pas renouvelé. Il est actif jusqu’au {{time}}.',
    cancelledOpenEnd: 'L’abonnement a été résilié et ne sera pas renouvelé à la fin de la période.',
    'cancellation-withdrawn': 'La résiliation a été annulée.',
    'change-pending': 'Un changement d’abonnement est en attente :\n{{change}}',
    'pending-change-changed': 'Le changement d’abonnement en attente est désormais :\n{{change}}',
    'pending-change-dropped': 'Plus aucun changement d’abonnement n’est en attente.',
    'deletion-scheduled': 'La suppression est prévue le {{time}}. Agis avant cette date pour l’éviter.',
    'deletion-lifted': 'La suppression n’est plus prévue.',
    warning: {
      grace: 'Rappel : le délai de grâce prend fin le {{time}}. Paie avant cette date pour conserver l’abonnement.',
      period: 'Rappel : l’abonnement est résilié et prend fin le {{time}}.',
      deletion: 'Rappel : la suppression est prévue le {{time}}. Agis avant cette date pour l’éviter.',
    },
  },
  privacy: {
    exported: {
      title: 'Tes données',
      description: 'Le fichier contient tout ce que ce bot a stocké à ton sujet, sur tous les serveurs Discord.',
    },
    ask: {
      title: 'Supprimer tes données ?',
      description:
        'Tes demandes, tes noms mémorisés et tes rappels seront supprimés sur tous les serveurs Discord, et ton nom sera retiré des serveurs et équipes que tu as associés et des demandes que tu as marquées comme résolues. Tes demandes disparaîtront aussi de la liste des modérateurs dans </claims>, sauf celles que quelqu’un d’autre a également faites. Ce qui a été publié dans des salons y restera. Cette action est irréversible. Les votes validés le restent, et une demande en cours ira à son terme, mais tu n’en connaîtras pas le résultat.',
    },
    deleted: {
      title: 'Tes données sont supprimées',
      description:
        'Plus aucune donnée stockée par ce bot ne renvoie à toi. Ce qui a été publié dans des salons y reste.',
    },
    kept: { title: 'Rien n’a été supprimé', description: 'Tes données sont inchangées.' },
  },
  panel: {
    title: 'Tu as voté ? Réclame ta récompense',
    text: 'Vote pour nous, puis appuie sur *Réclamer ma récompense*. La réponse n’est visible que par toi.',
  },
  help: {
    title: 'Ce que tu peux faire ici',
    everyone:
      '</claimvote> : réclamer la récompense de ton vote\n</privacy export> : obtenir dans un fichier tout ce qui est stocké à ton sujet\n</privacy delete> : le faire supprimer',
    remind: '</remind> : te faire prévenir par message privé quand tu peux revoter, et choisir ta plage de silence',
    notSetUp:
      'Les récompenses ne peuvent pas être réclamées ici tant qu’une personne qui gère ce serveur Discord n’a pas défini de jeton d’accès.',
    moderators:
      '</plan> : consulter l’abonnement d’un serveur ou d’une équipe\n</plans> : voir plusieurs abonnements à la fois\n</claims> : voir les demandes passées et trancher celles qui n’ont jamais été confirmées. *Demandes de ce membre*, dans le menu d’un membre sous *Applications*, affiche les siennes.',
    managers:
      '</setup> : voir ce qui est en place ici, et le modifier\n</entity unlink> : dissocier un serveur ou une équipe',
    fields: { moderators: 'Pour la modération', managers: 'Pour la gestion' },
    toFix: 'Il y a un problème : </setup> montre lequel et comment le corriger.',
    setUp: 'Pour cela, utilise </setup>.',
    optional: 'Facultatif, et pas encore configuré : {{what}}. Tout est dans </setup>.',
    footer: 'Tape / pour voir toutes les commandes auxquelles tu as accès.',
  },
  common: {
    forbidden: {
      title: 'Tu ne peux pas faire ça ici',
      description: 'Il te faut la permission *{{permission}}*.',
    },
    permissions: {
      manageServer: 'Gérer le serveur',
      moderateMembers: 'Exclure temporairement des membres',
      manageRoles: 'Gérer les rôles',
      viewChannel: 'Voir le salon',
      sendMessages: 'Envoyer des messages',
      embedLinks: 'Intégrer des liens',
    },
    number: '{{value, number}}',
    hours_one: '{{count, number}} heure',
    hours_other: '{{count, number}} heures',
    more_one: 'et {{count, number}} autre',
    more_other: 'et {{count, number}} autres',
    reference: 'Référence {{reference}}',
    wait: {
      title: 'Patiente un instant',
      until: 'Le service est très sollicité. Réessaie {{relative}}.',
      unknown: 'Le service est très sollicité. Réessaie dans un instant.',
      tooFast: 'Les demandes arrivent trop vite. Réessaie {{relative}}.',
    },
    storage: {
      title: 'Stockage indisponible',
      description: 'Le bot ne peut rien enregistrer pour le moment ; rien n’a été fait. Réessaie plus tard.',
    },
    unclear: {
      title: 'Enregistrement incertain',
      claim:
        'La base de données n’a pas dit si ta demande est enregistrée. Si oui, tu auras bientôt la réponse ici. Si rien ne change d’ici une minute, utilise de nouveau </claimvote> : aucun vote n’est récompensé deux fois.',
      decision:
        'La base de données n’a pas dit si c’est enregistré. Ouvre de nouveau la demande : ce qui s’y trouve fait foi. S’il manque ta décision, prends-la de nouveau.',
      change:
        'La base de données n’a pas dit si ta modification est enregistrée ; elle est peut-être déjà en vigueur. Vérifie avant de recommencer.',
    },
    unforeseen: {
      title: 'Une erreur est survenue',
      description: 'Si ça se reproduit, envoie la référence `{{reference}}` au responsable de ce bot.',
    },
  },
  buttons: {
    change: 'Modifier',
    add: 'Ajouter',
    setUp: 'Configuration',
    checkAgain: 'Vérifier de nouveau',
    vote: 'Voter',
    claimMyVote: 'Réclamer ma récompense',
    editText: 'Modifier le texte',
    usualText: 'Rétablir le texte par défaut',
    removePanel: 'Retirer le panneau',
    voteOn: 'Voter : {{label}}',
    refresh: 'Actualiser',
    share: 'Partager',
    manageBilling: 'Gérer la facturation',
    needsAttention: 'À surveiller',
    showAll: 'Tout afficher',
    rememberName: 'Mémoriser ce nom',
    link: 'Associer',
    cancel: 'Annuler',
    earlier: 'Page précédente',
    later: 'Page suivante',
    clearToken: 'Effacer le jeton',
    stopMentioning: 'Ne plus mentionner le rôle',
    deleteData: 'Supprimer mes données',
    markResolved: 'Marquer comme résolue',
    wasClaimed: 'Vote utilisé',
    wasNotClaimed: 'Vote non utilisé',
    sendAgain: 'Renvoyer',
    handOutAgain: 'Redonner',
    tellModerators: 'Prévenir les modérateurs',
    itArrived: 'Récompense arrivée',
    addVotifier: 'Ajouter NuVotifier',
    addWebhook: 'Ajouter un webhook',
    showHook: 'Afficher {{hook}}',
    newToken: 'Changer de jeton',
    sendTest: 'Envoyer un test',
    pause: 'Mettre en pause',
    resume: 'Relancer',
    newSecret: 'Créer un nouveau secret',
    onlyThisToken: 'Limiter au jeton actuel',
    everyClaim: 'Ne plus limiter au jeton',
    turnOff: 'Désactiver',
    remove: 'Supprimer',
    allowRoles: 'L’autoriser à donner des rôles',
    remindMe: 'Me rappeler de voter',
    stopReminding: 'Arrêter les rappels',
    noQuietHours: 'Supprimer la plage de silence',
    backToList: 'Retour à la liste',
    openClaim: 'Ouvrir la demande',
    tryAgain: 'Réessayer',
    downloadCsv: 'Télécharger en CSV',
  },
  commands: {
    help: { description: 'Ce que tu peux faire ici' },
    claimvote: {
      description: 'Réclamer la récompense de ton vote',
      playername: 'Ton nom de joueur, exactement comme dans le jeu',
    },
    claims: {
      description: 'Les demandes de récompense de ce serveur Discord, d’abord celles qui attendent un modérateur',
      ofMember: 'Demandes de ce membre',
      playername: 'Seulement celles dont le nom de joueur contient ceci',
      member: 'Seulement celles que ce membre a faites',
      reference: 'Seulement celle qui a cette référence, indiquée dans la réponse au membre',
      outcome: 'Seulement celles qui ont eu cette issue',
      outcomes: {
        parked: 'En attente d’un modérateur',
        open: 'En cours',
        granted: 'Récompense réclamée',
        none: 'Aucun vote trouvé pour l’instant',
        already: 'Vote déjà utilisé',
        'likely-granted': 'Vote utilisé, première réponse perdue',
        pending: 'Pas confirmée, même si marquée comme résolue',
        refused: 'Refusée par le service de vote',
        unavailable: 'Service de vote indisponible',
        postponed: 'Pas envoyée par le bot, surchargé ou interrompu',
        undelivered: 'Récompense pas encore arrivée',
      },
    },
    plan: {
      description: 'Afficher l’abonnement d’un serveur ou d’une équipe',
      entity: 'ID du serveur ou de l’équipe ; laisse vide pour celui par défaut',
    },
    plans: {
      description: 'Afficher les abonnements de tous les serveurs et équipes associés ici, avec un fichier CSV',
      entities: 'ID séparés par des virgules ou des espaces ; laisse vide pour tous ceux qui sont associés',
    },
    entity: {
      description: 'Les serveurs et équipes dont l’abonnement peut être consulté ici',
      link: {
        description: 'Associer un serveur ou une équipe',
        id: 'ID du serveur ou de l’équipe',
        label: 'Son nom ici ; laisse vide pour celui que connaît le service d’abonnement',
        guild: 'ID d’un autre serveur Discord où l’associer (réservé au responsable de ce bot)',
      },
      unlink: { description: 'Dissocier un serveur ou une équipe', id: 'ID du serveur ou de l’équipe' },
      list: { description: 'Afficher ce qui est associé et choisir celui par défaut' },
    },
    setup: { description: 'Voir ce qui est en place ici, ce qui ne va pas et la prochaine étape' },
    settings: {
      description: 'Régler le fonctionnement de ce bot sur ce serveur Discord',
      token: { description: 'Définir le jeton d’accès qui sert à réclamer les récompenses de vote' },
      panel: {
        description: 'Publier un message avec un bouton pour réclamer sa récompense',
        channel: 'Où le publier',
      },
      'vote-link': {
        description: 'Ajouter ou retirer un lien vers un site de vote',
        url: 'Un lien https ; {player} devient le nom du joueur',
        label: 'Le texte de son bouton ; laisse vide pour « Voter »',
      },
      announcements: {
        description: 'Remercier publiquement les votants quand une récompense est réclamée',
        channel: 'Où publier',
        on: 'Publier ou non',
        arrival: 'Ajouter ou non que la récompense est arrivée sur le serveur de jeu',
      },
      alerts: {
        description: 'Publier les changements d’abonnement des serveurs et équipes associés',
        channel: 'Où publier',
        on: 'Publier ou non',
        role: 'Le rôle à mentionner dans chaque publication ; facultatif',
      },
      moderators: {
        description: 'Publier les demandes qui attendent un modérateur',
        channel: 'Où publier : un salon que seuls les modérateurs voient',
        on: 'Publier ou non',
      },
      rewards: { description: 'Choisir où envoyer les récompenses réclamées, pour que ton serveur de jeu les donne' },
      'voter-role': {
        description: 'Donner un rôle pour quelques heures aux membres qui réclament une récompense',
        role: 'Le rôle à donner',
        hours: 'Pendant combien d’heures ; la récompense suivante prolonge cette durée',
        on: 'Le donner ou non',
      },
      goal: {
        description: 'Définir combien de récompenses doivent être réclamées par jour, semaine ou mois',
        claims: 'Combien de récompenses',
        every: 'Sur quelle période ; laisse vide pour la même qu’avant, ou une semaine',
        periods: { day: 'Jour', week: 'Semaine', month: 'Mois' },
        on: 'Activer ou désactiver l’objectif',
      },
      reminders: {
        description: 'Rappeler de voter aux membres qui le souhaitent',
        hours: 'Combien d’heures après leur dernière récompense réclamée',
        on: 'Activer ou désactiver les rappels',
      },
    },
    remind: {
      description: 'Te faire prévenir par message privé quand tu peux revoter',
      on: 'Activer ou désactiver tes rappels ; laisse vide pour les activer',
      from: 'Le début de ta plage de silence : aucun message à partir de là',
      to: 'La fin de ta plage de silence',
      timezone: 'Le fuseau horaire de ta plage de silence : tape une ville, ou UTC+2',
    },
    privacy: {
      description: 'Ce que ce bot a stocké à ton sujet',
      export: { description: 'Obtenir dans un fichier tout ce qui est stocké à ton sujet' },
      delete: { description: 'Supprimer ce qui est stocké à ton sujet' },
    },
  },
};
