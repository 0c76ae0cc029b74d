import type { Texts } from './en.ts';

/** French, to `vous`. A no-break space stands before `:` `;` `!` `?`, as French puts one there. */
export const fr: Texts = {
  claim: {
    granted: {
      title: 'Récompense réclamée',
      description: 'Le vote de **{{player}}** est réclamé. La récompense lui revient dès maintenant.',
    },
    none: {
      title: 'Aucun vote trouvé pour l’instant',
      description:
        'Il n’y a aucun vote à récompenser pour **{{player}}**. Si vous venez de voter, patientez un instant, puis vérifiez de nouveau.',
    },
    already: {
      title: 'Déjà réclamé',
      description: 'Le vote de **{{player}}** a déjà été réclamé. Un même vote n’est récompensé qu’une seule fois.',
      recorded: 'Nous avons enregistré cette réclamation le {{time}}.',
    },
    'likely-granted': {
      title: 'Vote réclamé, première réponse perdue',
      description:
        'Le service de vote indique que le vote de **{{player}}** est réclamé. La réponse à l’un de nos envois s’est perdue ; ce vote, ou un précédent, a très probablement été réclamé par ce bot. Si la récompense n’arrive pas, montrez ce message à un modérateur.',
    },
    pending: {
      title: 'Réclamation pas encore confirmée',
      description:
        'Le service de vote n’a pas indiqué si le vote de **{{player}}** est réclamé. Il l’est peut-être. Le bot réessaie pendant un quart d’heure ; si rien n’a changé d’ici là, montrez la référence à un modérateur. Vous pouvez vérifier de nouveau sans risque : un vote n’est jamais récompensé deux fois.',
    },
    unavailable: {
      title: 'Service de vote indisponible',
      notSent:
        'Le service de vote n’a pas pu être joint : rien n’a été réclamé. Le vote de **{{player}}** est intact ; réessayez plus tard.',
      refused:
        'Le service de vote a refusé la demande : rien n’a été réclamé. Le vote de **{{player}}** est intact ; réessayez plus tard.',
    },
    notSetUp: {
      title: 'Les réclamations ne sont pas configurées ici',
      description:
        'Ce serveur n’a pas de jeton d’accès pour réclamer les votes. Un administrateur de ce serveur doit d’abord en définir un.',
    },
    tokenRefused: {
      title: 'Un administrateur doit intervenir',
      description:
        'Le service de vote a refusé le jeton d’accès qui sert à réclamer les votes ici : rien n’a été réclamé. Un administrateur de ce serveur ou l’opérateur de ce bot doit le renouveler.',
    },
    badName: {
      title: 'Vérifiez le nom de joueur',
      description:
        'Un nom de joueur comporte de 1 à {{most}} caractères, sans retour à la ligne. Saisissez-le exactement comme dans le jeu.',
      refused:
        'Le service de vote n’accepte pas **{{player}}** comme nom de joueur. Saisissez-le exactement comme dans le jeu.',
    },
    announcement: {
      title: 'Merci d’avoir voté',
      description: '**{{player}}** a voté, et la récompense lui revient.',
      wasResolved:
        'Un modérateur avait déjà marqué cette réclamation comme résolue. Vérifiez d’abord auprès de lui, pour que le vote ne soit pas récompensé deux fois.',
    },
    nameSaved: {
      title: 'Nom mémorisé',
      description:
        '`/claimvote` sans nom réclame désormais pour **{{player}}** sur ce serveur. Les {{most}} derniers noms mémorisés sont proposés pendant la saisie.',
    },
    modalTitle: 'Réclamer la récompense de votre vote',
    modalLabel: 'Nom de joueur',
    modalHint: 'Exactement comme dans le jeu',
    forgotten: {
      title: 'Réclamation introuvable',
      description: 'Cette réclamation n’est plus enregistrée. Utilisez plutôt `/claimvote`.',
    },
  },
  claims: {
    list: {
      title: 'Réclamations',
      parked: '**En attente d’un modérateur**',
      others: '**Autres réclamations**',
      attempts: 'tentatives : {{attempts}}',
      shown: 'réponse affichée',
      shownToSome: 'réponse affichée à {{shown}} sur {{asked}}',
      notShown: 'réponse pas encore affichée',
      resolved: 'marquée comme résolue',
      settled: 'réglée par {{reference}}',
      page: 'Réclamations : {{total, number}} · en attente d’un modérateur : {{parked, number}} · page {{page}} sur {{pages}}',
      pick: 'Afficher l’une de ces réclamations',
      fileCut:
        'Le fichier contient les {{most, number}} premières : celles qui attendent un modérateur, puis les plus récentes.',
    },
    noneFound: {
      title: 'Aucune réclamation trouvée',
      description:
        'Ce serveur Discord n’a encore aucune réclamation, ou aucune ne correspond aux options de `/claims`.',
    },
    gone: {
      title: 'Cette liste est fermée',
      description: 'Elle est trop ancienne, ou ce n’est pas la vôtre. Utilisez de nouveau `/claims`.',
    },
    notFound: {
      title: 'Réclamation introuvable',
      description: 'Cette réclamation n’est plus enregistrée sur ce serveur Discord. Utilisez de nouveau `/claims`.',
    },
    underWay: 'Réclamation en cours',
    refused: 'Refusée par le service de vote',
    deletedPerson: 'quelqu’un (données supprimées)',
    detail: {
      title: 'Réclamation {{reference}}',
      summary: '**{{player}}** · {{verdict}}',
      parked:
        'Le service de vote n’a jamais indiqué si ce vote est réclamé. Vérifiez de nouveau, puis marquez la réclamation comme résolue une fois l’affaire réglée.',
      told: 'réponse affichée : {{verdict}}',
      toldNothing: 'aucune réponse affichée pour l’instant',
      before: '{{count}} de plus avant celles-ci',
      noAttempts: 'Aucune : rien n’a été envoyé au service de vote.',
      fields: {
        asked: 'Demandée par',
        attempts: 'Tentatives',
        resolved: 'Marquée comme résolue par',
        note: 'Note',
        settled: 'Réglée par une réclamation ultérieure',
      },
      outcomes: {
        none: 'il n’y avait aucun vote à réclamer',
        claimed: 'le vote a été réclamé',
        already: 'le vote avait déjà été réclamé',
        notSent: 'le service de vote n’a pas pu être joint ; rien n’a été envoyé',
        rejected: 'le service de vote a refusé la demande (statut {{status}})',
        unknown: 'demande envoyée, mais aucune réponse exploitable n’est revenue',
        unfinished: 'demande envoyée, mais aucune réponse n’est enregistrée',
      },
    },
    resolve: {
      modalTitle: 'Marquer cette réclamation comme résolue',
      modalLabel: 'Qu’est-ce qui a été fait ?',
      modalHint: 'Pour les autres modérateurs de ce serveur',
      done: 'Cette réclamation est marquée comme résolue.',
      already: 'Quelqu’un avait déjà marqué cette réclamation comme résolue ; votre note n’a pas été conservée.',
      notParked: 'Cette réclamation n’attend plus de modérateur ; votre note n’a pas été conservée.',
      badNote: {
        title: 'Vérifiez la note',
        description: 'Une note comporte de 1 à {{most}} caractères. Rien n’a été modifié.',
      },
    },
  },
  plan: {
    summary: '**{{plan}}** · {{status}}',
    deletion: 'Suppression prévue le {{time}}. Agissez avant cette date pour l’éviter.',
    grace: 'Délai de grâce jusqu’au {{time}}. Payez avant cette date pour conserver l’abonnement.',
    cancelled: 'Résilié, sans renouvellement. Actif jusqu’au {{time}}.',
    cancelledOpenEnd: 'Résilié, sans renouvellement à la fin de la période.',
    changePending: 'Un changement d’abonnement est en attente.',
    stale: 'Copie enregistrée {{time}} ; le service d’abonnement ne répond pas.',
    standard:
      'Standard est aussi la réponse pour une entité inconnue ou supprimée ; vérifiez l’ID si cela vous surprend.',
    checked: 'Vérifié {{time}}',
    kinds: { server: 'Serveur', team: 'Équipe' },
    teamModes: { solo: 'solo', studio: 'studio' },
    fields: {
      kind: 'Type',
      interval: 'Facturation',
      renews: 'Renouvellement',
      activeUntil: 'Actif jusqu’au',
      grace: 'Délai de grâce jusqu’au',
      change: 'Changement en attente',
      deletion: 'Suppression',
      since: 'Abonnement depuis le',
      version: 'Version',
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
        'L’abonnement n’a pas pu être consulté, et il n’en existe aucune copie enregistrée. Réessayez plus tard.',
    },
    keyRefused: {
      title: 'L’opérateur du bot doit intervenir',
      description:
        'Le service d’abonnement a refusé la clé d’application du bot. Seul l’opérateur de ce bot peut la renouveler.',
    },
    badId: {
      title: 'Vérifiez l’ID de l’entité',
      description: 'L’ID d’une entité comporte de 1 à 80 caractères : lettres sans accent, chiffres et `_ . : -`.',
    },
    noneLinked: {
      title: 'Aucun serveur ni équipe associé',
      description:
        'Aucun serveur ni équipe n’est encore associé à ce serveur Discord. `/entity link` permet d’en associer.',
    },
    notLinked: {
      title: 'Non associé à ce serveur',
      description: 'Aucun serveur ni équipe portant cet ID n’est associé à ce serveur Discord.',
    },
    others: 'Afficher un autre abonnement',
  },
  plans: {
    title: 'Abonnements',
    progress: 'Consultés : {{done, number}} sur {{total, number}}',
    line: '**{{name}}** · {{plan}} · {{status}}',
    unansweredLine: '{{id}} · pas de réponse du service d’abonnement',
    deletion: 'suppression {{time}}',
    grace: 'fin du délai de grâce {{time}}',
    cancelled: 'résilié, fin de période {{time}}',
    cancelledOpenEnd: 'résilié',
    change: 'changement en attente',
    stale: 'copie enregistrée {{time}}',
    nothing: 'Aucun de ces ID n’a pu être consulté.',
    allWell: 'Rien à surveiller.',
    page: 'Total : {{total, number}} · à surveiller : {{attention, number}} · page {{page}} sur {{pages}}',
    fields: { badIds: 'ID d’entité non valides', notLinked: 'Non associés à ce serveur', leftOut: 'Non consultés' },
    leftOut: '{{count, number}}, car au plus {{most, number}} sont consultés à la fois.',
    closed: {
      title: 'Cette liste est fermée',
      description: 'Elle est trop ancienne, ou ce n’est pas la vôtre. Utilisez de nouveau `/plans`.',
    },
  },
  entity: {
    ask: {
      title: 'Associer ce serveur ou cette équipe ?',
      here: 'D’après le service d’abonnement, `{{id}}` correspond à :',
      elsewhere: 'À associer au serveur Discord `{{guild}}`. D’après le service d’abonnement, `{{id}}` correspond à :',
      summary: '**{{name}}** · {{plan}} · {{status}}',
      label: 'Le nom affiché sera **{{label}}**.',
    },
    linked: {
      title: 'Associé',
      description: '**{{label}}** (`{{id}}`) est associé.',
      elsewhere: 'Cela concerne le serveur Discord `{{guild}}`.',
      isDefault: '`/plan` sans ID l’affiche.',
    },
    already: { title: 'Déjà associé', description: '`{{id}}` est déjà associé ; rien n’a été modifié.' },
    full: {
      title: 'Limite d’associations atteinte',
      description:
        'Au plus {{most, number}} serveurs et équipes peuvent être associés à un serveur Discord. Dissociez ce dont vous n’avez plus besoin.',
    },
    expired: {
      title: 'Pas confirmé à temps',
      description: 'Cette question est trop ancienne, ou il y a déjà été répondu. Utilisez de nouveau `/entity link`.',
    },
    cancelled: { title: 'Non associé', description: 'Rien n’a été associé.' },
    notHome: {
      title: 'Demandez à l’opérateur de ce bot',
      description:
        'Seul l’opérateur de ce bot peut associer des serveurs et des équipes ici. Envoyez-lui ces deux ID :\nserveur Discord `{{guild}}`\nserveur ou équipe `{{id}}`',
    },
    badGuild: {
      title: 'Vérifiez l’ID du serveur',
      description:
        'L’ID d’un serveur Discord comporte de 17 à 20 chiffres. Copiez-le dans Discord avec le mode développeur activé.',
    },
    notInGuild: {
      title: 'Le bot n’est pas sur ce serveur',
      description: 'Ce bot n’est pas sur le serveur Discord `{{guild}}`. Vérifiez l’ID, ou invitez-y d’abord le bot.',
    },
    unlinked: {
      title: 'Dissocié',
      description: '**{{label}}** (`{{id}}`) n’est plus associé ici.',
    },
    list: {
      title: 'Serveurs et équipes associés',
      line: '{{label}} · `{{id}}`',
      defaultLine: '**{{label}}** · `{{id}}` · par défaut',
      page: 'Associés : {{total, number}} · page {{page}} sur {{pages}}',
      pick: 'En choisir un autre par défaut',
    },
  },
  settings: {
    token: {
      modalTitle: 'Jeton d’accès pour réclamer les votes',
      modalLabel: 'Jeton d’accès',
      modalHint: 'À copier depuis votre compte du service de vote',
      saved: {
        title: 'Jeton d’accès enregistré',
        description:
          'Les votes sont désormais réclamés avec le jeton qui se termine par `{{ending}}`. Il est stocké chiffré et n’est plus jamais affiché en entier.',
      },
      cleared: {
        title: 'Jeton d’accès effacé',
        operators: 'Les votes sont désormais réclamés avec le jeton de l’opérateur.',
        none: 'Aucun vote ne peut être réclamé ici tant qu’un jeton n’est pas défini avec `/settings token`.',
      },
      changed: {
        title: 'Le jeton d’accès a changé',
        description:
          'Le jeton que ce bouton devait effacer n’est plus en place ; rien n’a été effacé. `/settings show` affiche les paramètres actuels.',
      },
      bad: {
        title: 'Vérifiez le jeton d’accès',
        description:
          'Un jeton d’accès comporte de {{least}} à {{most}} caractères : uniquement des lettres sans accent, des chiffres et des symboles, sans espace. Rien n’a été modifié.',
      },
    },
    voteLink: {
      saved: { title: 'Lien de vote enregistré', description: 'Le bouton *Voter* ouvre désormais {{url}}' },
      removed: {
        title: 'Lien de vote retiré',
        description: 'Ce serveur Discord n’a plus son propre lien de vote.',
      },
      bad: {
        title: 'Vérifiez le lien de vote',
        description:
          'Un lien de vote commence par `https://` et comporte au plus {{most}} caractères. Rien n’a été modifié.',
      },
    },
    announcements: {
      saved: {
        title: 'Annonces enregistrées',
        on: 'Les récompenses réclamées sont annoncées dans <#{{channel}}>. Le bot doit y avoir les permissions *Voir le salon*, *Envoyer des messages* et *Intégrer des liens*.',
        off: 'Les récompenses réclamées ne sont pas annoncées.',
      },
      noChannel: {
        title: 'Choisissez un salon',
        description:
          'Il faut un salon où publier les annonces : indiquez-le avec l’option `channel`. Rien n’a été modifié.',
      },
    },
    alerts: {
      saved: {
        title: 'Alertes d’abonnement enregistrées',
        on: 'Les changements dans les abonnements des serveurs et équipes associés sont publiés dans <#{{channel}}>, avec des rappels 7 jours, 3 jours et 1 jour avant la fin d’un délai de grâce, la fin d’un abonnement résilié ou une suppression. Toute personne qui voit ce salon peut les lire. Le bot doit y avoir les permissions *Voir le salon*, *Envoyer des messages* et *Intégrer des liens*.',
        off: 'Les changements d’abonnement ne sont pas publiés.',
      },
      noChannel: {
        title: 'Choisissez un salon',
        description:
          'Il faut un salon où publier les alertes d’abonnement : indiquez-le avec l’option `channel`. Rien n’a été modifié.',
      },
      stopped: {
        title: 'Les alertes d’abonnement sont désactivées',
        description:
          'La dernière alerte d’abonnement n’a pas pu être publiée dans <#{{channel}}> : le salon n’existe plus, ou le bot ne peut pas y envoyer de messages. Les alertes d’abonnement ont donc été désactivées. Pour les réactiver, utilisez `/settings alerts on:True`, ou choisissez un autre salon avec `/settings alerts channel:`.',
      },
    },
    show: {
      title: 'Paramètres de ce serveur',
      description: 'Ils se modifient avec les autres sous-commandes de `/settings`.',
      fields: {
        token: 'Jeton d’accès pour réclamer les votes',
        voteLink: 'Lien de vote',
        announcements: 'Annonces',
        alerts: 'Alertes d’abonnement',
      },
      tokenOwn: 'Se termine par `{{ending}}`',
      tokenOperators: 'Celui de l’opérateur',
      tokenNone: 'Aucun : les votes ne peuvent pas être réclamés ici',
      voteLinkNone: 'Aucun propre à ce serveur',
      postsOn: 'Activées, dans <#{{channel}}>',
      postsOff: 'Désactivées',
    },
  },
  alerts: {
    planChanged: 'L’abonnement est passé de **{{from}}** à **{{to}}**.',
    statusChanged: 'Le statut est passé de **{{from}}** à **{{to}}**.',
    graceBegun:
      'Un délai de grâce a commencé. Il prend fin le {{time}}. Payez avant cette date pour conserver l’abonnement.',
    graceEnded: 'Le délai de grâce est terminé.',
    cancelled: 'L’abonnement a été résilié et ne sera pas renouvelé. Il est actif jusqu’au {{time}}.',
    cancelledOpenEnd: 'L’abonnement a été résilié et ne sera pas renouvelé à la fin de la période.',
    cancellationWithdrawn: 'La résiliation a été annulée.',
    changePending: 'Un changement d’abonnement est en attente :\n{{change}}',
    pendingChangeChanged: 'Le changement d’abonnement en attente est désormais :\n{{change}}',
    pendingChangeDropped: 'Plus aucun changement d’abonnement n’est en attente.',
    deletionScheduled: 'La suppression est prévue le {{time}}. Agissez avant cette date pour l’éviter.',
    deletionLifted: 'La suppression n’est plus prévue.',
    reminder: {
      grace: 'Rappel : le délai de grâce prend fin le {{time}}. Payez avant cette date pour conserver l’abonnement.',
      period: 'Rappel : l’abonnement est résilié et prend fin le {{time}}.',
      deletion: 'Rappel : la suppression est prévue le {{time}}. Agissez avant cette date pour l’éviter.',
    },
  },
  privacy: {
    exported: {
      title: 'Vos données',
      description: 'Le fichier contient tout ce que ce bot a stocké à votre sujet, sur tous les serveurs Discord.',
    },
    ask: {
      title: 'Supprimer vos données ?',
      description:
        'Vos réclamations et vos noms mémorisés sont supprimés sur tous les serveurs Discord, et votre nom est retiré des associations que vous avez faites et des réclamations que vous avez marquées comme résolues. Vos réclamations disparaissent aussi de la liste `/claims` des modérateurs, sauf celles que quelqu’un d’autre a également demandées. Cette action est irréversible. Les récompenses acquises le restent, et une réclamation en cours va à son terme, mais son résultat ne vous est pas communiqué.',
    },
    deleted: {
      title: 'Vos données sont supprimées',
      description: 'Plus aucune donnée stockée par ce bot ne renvoie à vous.',
    },
    kept: { title: 'Rien n’a été supprimé', description: 'Vos données sont inchangées.' },
  },
  common: {
    forbidden: {
      title: 'Vous ne pouvez pas faire cela ici',
      description: 'Vous n’avez pas la permission nécessaire.',
    },
    more: 'et {{count, number}} de plus',
    working: 'En cours…',
    reference: 'Référence {{reference}}',
    wait: {
      title: 'Veuillez patienter',
      until: 'Il y a eu trop de demandes. Réessayez après {{time}}.',
      unknown: 'Il y a eu trop de demandes. Réessayez dans un instant.',
    },
    storage: {
      title: 'Stockage indisponible',
      description: 'Le bot ne peut rien enregistrer pour le moment ; rien n’a été fait. Réessayez plus tard.',
    },
    unforeseen: {
      title: 'Une erreur est survenue',
      description: 'Si cela se reproduit, communiquez la référence **{{reference}}** à l’opérateur de ce bot.',
    },
  },
  buttons: {
    checkAgain: 'Vérifier de nouveau',
    vote: 'Voter',
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
    deleteData: 'Supprimer mes données',
    markResolved: 'Marquer comme résolue',
    backToList: 'Retour à la liste',
  },
  commands: {
    claimvote: {
      description: 'Réclamer la récompense de votre vote',
      playername: 'Votre nom de joueur, exactement comme dans le jeu',
    },
    claims: {
      description: 'Les réclamations de ce serveur, d’abord celles qui attendent un modérateur',
      playername: 'Seulement celles dont le nom de joueur contient ceci',
      member: 'Seulement celles que ce membre a demandées',
      outcome: 'Seulement celles qui ont eu cette issue',
      outcomes: {
        parked: 'En attente d’un modérateur',
        open: 'En cours',
        granted: 'Récompense réclamée',
        none: 'Aucun vote trouvé pour l’instant',
        already: 'Déjà réclamé',
        'likely-granted': 'Vote réclamé, première réponse perdue',
        pending: 'Pas confirmée, même si marquée comme résolue',
        refused: 'Refusée par le service de vote',
        unavailable: 'Service de vote indisponible',
      },
    },
    plan: {
      description: 'Afficher l’abonnement d’un serveur ou d’une équipe',
      entity: 'ID du serveur ou de l’équipe ; par défaut, celui associé ici',
    },
    plans: {
      description: 'Afficher les abonnements de tous les serveurs et équipes associés ici, avec un fichier CSV',
      entities: 'ID séparés par des virgules ou des espaces ; par défaut, tous ceux qui sont associés',
    },
    entity: {
      description: 'Les serveurs et équipes dont l’abonnement peut être consulté ici',
      link: {
        description: 'Associer un serveur ou une équipe',
        id: 'ID du serveur ou de l’équipe',
        label: 'Son nom ici ; par défaut, celui que connaît le service d’abonnement',
        guild: 'ID d’un autre serveur Discord où l’associer (réservé à l’opérateur de ce bot)',
      },
      unlink: { description: 'Dissocier un serveur ou une équipe', id: 'ID du serveur ou de l’équipe' },
      list: { description: 'Afficher ce qui est associé et choisir celui par défaut' },
    },
    settings: {
      description: 'Régler le fonctionnement de ce bot sur ce serveur',
      token: { description: 'Définir le jeton d’accès qui sert à réclamer les votes' },
      voteLink: { description: 'Définir où les membres votent', url: 'Un lien https ; par défaut, le lien est retiré' },
      announcements: {
        description: 'Remercier publiquement les votants quand une récompense est réclamée',
        channel: 'Où publier',
        on: 'Publier ou non',
      },
      alerts: {
        description: 'Publier les changements d’abonnement des serveurs et équipes associés',
        channel: 'Où publier',
        on: 'Publier ou non',
      },
      show: { description: 'Afficher tous les paramètres' },
    },
    privacy: {
      description: 'Ce que ce bot a stocké à votre sujet',
      export: { description: 'Obtenir dans un fichier tout ce qui est stocké à votre sujet' },
      delete: { description: 'Supprimer ce qui est stocké à votre sujet' },
    },
  },
};
