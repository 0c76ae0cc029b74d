import type { Texts } from './en.ts';

/** French, to `vous`. A no-break space stands before `:` `;` `!` `?`, as French puts one there. */
export const fr: Texts = {
  claim: {
    granted: {
      title: 'Récompense réclamée',
      description: 'Le vote de **{{player}}** est validé. Sa récompense peut lui être remise.',
      maybeTwo:
        'La réponse à une autre tentative pour cette demande s’est perdue : un second vote a peut-être été utilisé aussi. S’il manque une récompense, montrez ce message à un modérateur.',
    },
    none: {
      title: 'Aucun vote trouvé pour l’instant',
      description:
        'Il n’y a aucun vote à récompenser pour **{{player}}**. Si vous venez de voter, patientez un instant, puis vérifiez de nouveau.',
    },
    already: {
      title: 'Vote déjà utilisé',
      description:
        'Le vote de **{{player}}** a déjà été utilisé. Un même vote ne peut être utilisé qu’une seule fois. Pas de récompense ? Montrez ce message à un modérateur.',
      recorded: 'Ce bot avait enregistré la demande précédente le {{time}}.',
      reference: 'Référence de la présente demande : {{reference}}',
    },
    'likely-granted': {
      title: 'Vote utilisé, première réponse perdue',
      description:
        'Le service de vote indique que le vote de **{{player}}** est utilisé, mais une réponse s’est perdue : c’est très probablement ce bot qui a utilisé ce vote, ou un vote précédent. Pas de récompense ? Montrez ce message à un modérateur.',
    },
    pending: {
      title: 'Demande pas encore confirmée',
      description:
        'En attente de la confirmation du vote de **{{player}}**. Ce bot réessaie pendant 15 minutes. Sans changement, montrez `{{reference}}` à un modérateur. Vous pouvez aussi vérifier de nouveau sans risque.',
    },
    reviewed: {
      unstated:
        'Le service de vote n’a jamais indiqué si le vote de **{{player}}** est utilisé. Un modérateur a examiné cette demande et l’a marquée comme résolue. S’il manque encore quelque chose, montrez `{{reference}}` à un modérateur.',
    },
    unavailable: {
      title: 'Service de vote indisponible',
      notSent:
        'Le service de vote n’a pas pu être joint : aucun vote n’a été utilisé. Si **{{player}}** a voté, son vote est intact ; réessayez plus tard.',
      refused:
        'Le service de vote a refusé la demande : aucun vote n’a été utilisé. Si **{{player}}** a voté, son vote est intact ; réessayez plus tard.',
      notSentNow: 'Le service de vote n’a pas pu être joint à l’instant. Réessayez plus tard.',
      refusedNow: 'Le service de vote a refusé cette tentative. Réessayez plus tard.',
    },
    late: 'Au sujet de votre demande pour **{{player}}**, {{relative}} :',
    inDoubt:
      'La réponse à une tentative précédente s’est perdue : un vote de **{{player}}** a peut-être déjà été utilisé par ce bot. S’il manque une récompense, montrez ce message à un modérateur.',
    notSetUp: {
      title: 'Les récompenses de vote ne sont pas configurées ici',
      description:
        'Ce serveur Discord n’a pas de jeton d’accès pour les récompenses de vote. Une personne ayant la permission Gérer le serveur peut en définir un avec </settings token>.',
    },
    tokenRefused: {
      title: 'Un administrateur doit intervenir',
      description:
        'Jeton d’accès refusé. Le service de vote n’accepte pas celui qui sert ici : aucun vote n’a été utilisé. Une personne ayant la permission Gérer le serveur peut en définir un autre avec </settings token> ; si c’est celui du responsable de ce bot, c’est à lui de le renouveler.',
      now: 'Jeton d’accès refusé. Le service de vote n’accepte pas celui qui sert ici. Une personne ayant la permission Gérer le serveur peut en définir un autre avec </settings token> ; si c’est celui du responsable de ce bot, c’est à lui de le renouveler.',
    },
    badName: {
      title: 'Vérifiez le nom de joueur',
      description:
        'Un nom de joueur comporte de 1 à {{max}} caractères, sans retour à la ligne. Saisissez-le exactement comme dans le jeu.',
      refused:
        'Le service de vote n’accepte pas **{{player}}** comme nom de joueur. Saisissez-le exactement comme dans le jeu.',
    },
    announcement: {
      title: 'Merci d’avoir voté',
      description: '**{{player}}** a voté. Sa récompense peut lui être remise.',
      wasResolved:
        'Modérateurs : cette demande avait déjà été marquée comme résolue. Vérifiez d’abord qui l’a fait, pour que le vote ne soit pas récompensé deux fois.',
      maybeTwo:
        'Modérateurs : la réponse à une autre tentative pour cette demande s’est perdue, un second vote a peut-être été utilisé aussi. Vérifiez auprès du service de vote avant toute seconde récompense.',
    },
    nameSaved: {
      title: 'Nom mémorisé',
      description:
        '</claimvote> sans nom demande désormais la récompense pour **{{player}}** sur ce serveur Discord. Les {{max}} derniers noms mémorisés sont proposés pendant la saisie.',
    },
    modalTitle: 'Réclamer la récompense de votre vote',
    modalLabel: 'Nom de joueur',
    modalHint: 'Exactement comme dans le jeu',
    forgotten: {
      title: 'Demande introuvable',
      description: 'Cette demande n’est plus enregistrée. Utilisez plutôt </claimvote>.',
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
      page: 'Demandes : {{total, number}} · en attente d’un modérateur : {{parked, number}} · page {{page}} sur {{pages}}',
      pick: 'Afficher l’une de ces demandes',
    },
    file: {
      title: 'Demandes en fichier',
      description: 'Le fichier contient toutes les demandes de cette liste.',
      cut: 'Le fichier contient les {{max, number}} premières demandes de cette liste : celles qui attendent un modérateur, puis les plus récentes. Pour les autres, affinez la liste avec les options de </claims>.',
    },
    noneFound: {
      title: 'Aucune demande trouvée',
      description: 'Ce serveur Discord n’a encore aucune demande, ou aucune ne correspond aux options de </claims>.',
    },
    gone: {
      title: 'Cette liste est fermée',
      description: 'Elle est trop ancienne, ou ce n’est pas la vôtre. Utilisez de nouveau </claims>.',
    },
    notFound: {
      title: 'Demande introuvable',
      description: 'Cette demande n’est plus enregistrée sur ce serveur Discord. Utilisez de nouveau </claims>.',
    },
    underWay: 'Demande en cours',
    reviewed: 'Un modérateur l’a examinée',
    resolved: 'Jamais confirmée, marquée comme résolue par un modérateur',
    refused: 'Refusée par le service de vote',
    deletedPerson: 'quelqu’un (données supprimées)',
    detail: {
      title: 'Demande {{reference}}',
      summary: '**{{player}}** · {{verdict}}',
      maybeTwo: 'La réponse à une autre tentative s’est perdue : un second vote a peut-être été utilisé aussi.',
      inDoubt:
        'La réponse à une tentative précédente pour ce joueur s’est perdue : un vote a peut-être été utilisé, bien que cette demande n’ait rien donné.',
      parked:
        'Le service de vote n’a jamais indiqué si ce vote est utilisé. Vérifiez de nouveau, puis marquez la demande comme résolue une fois l’affaire réglée.',
      told: 'réponse affichée : {{verdict}}',
      toldNothing: 'aucune réponse affichée pour l’instant',
      before: '{{count}} de plus avant celles-ci',
      noAttempts: 'Aucune : rien n’a été envoyé au service de vote.',
      fields: {
        asked: 'Demandée par',
        attempts: 'Tentatives',
        resolved: 'Marquée comme résolue par',
        note: 'Note',
      },
      outcomes: {
        none: 'il n’y avait aucun vote à récompenser',
        claimed: 'le vote a été validé',
        already: 'le vote était déjà utilisé',
        notSent: 'le service de vote n’a pas pu être joint ; rien n’a été envoyé',
        rejected: 'le service de vote a refusé la demande (statut {{status}})',
        unknown: 'demande envoyée, mais aucune réponse exploitable n’est revenue',
        unfinished: 'demande envoyée, mais aucune réponse n’est enregistrée',
      },
    },
    resolve: {
      modalTitle: 'Marquer cette demande comme résolue',
      modalLabel: 'Qu’est-ce qui a été fait ?',
      modalHint: 'Note pour les modérateurs : les demandeurs ne la voient pas',
      done: 'Cette demande est marquée comme résolue. Dès que possible, les personnes qui l’ont faite sont informées qu’un modérateur l’a examinée.',
      already: 'Quelqu’un avait déjà marqué cette demande comme résolue ; votre note n’a pas été conservée.',
      notParked: 'Cette demande n’attend plus de modérateur ; votre note n’a pas été conservée.',
      badNote: {
        title: 'Vérifiez la note',
        description: 'Une note comporte de 1 à {{max}} caractères. Rien n’a été modifié.',
      },
    },
  },
  escalations: {
    pending: {
      title: 'Une demande attend un modérateur',
      description: 'Le service de vote n’a jamais indiqué si le vote de **{{player}}** est utilisé.',
      todo: 'Ouvrez-la dans </claims> et vérifiez-la de nouveau. Une fois l’affaire réglée, marquez-la comme résolue : les personnes qui l’ont faite en sont alors informées dès que possible.',
    },
    'likely-granted': {
      description:
        'Le vote de **{{player}}** est utilisé, très probablement par ce bot, mais la réponse qui le disait s’est perdue. C’est peut-être un vote précédent que ce bot a utilisé.',
      todo: 'Modérateurs, à vérifier avant toute récompense : </claims> montre ce qui a été demandé pour ce joueur.',
    },
    granted: {
      title: 'Une seconde récompense est peut-être due',
      description:
        'Le vote de **{{player}}** est validé. La réponse à une autre tentative pour la même demande s’est perdue : un second vote a peut-être été utilisé aussi.',
      todo: 'Vérifiez auprès du service de vote avant toute seconde récompense.',
    },
    elsewhere:
      'Rien à faire ici : cette demande a d’abord été faite sur un autre serveur Discord qui a le même jeton d’accès, et seuls les modérateurs de cet autre serveur la trouvent dans </claims>. Quand ils la marquent comme résolue, les personnes qui l’ont faite ici en sont aussi informées.',
    fields: { asked: 'Demandée par', known: 'Ce qui est connu', todo: 'Ce qu’il faut faire' },
  },
  plan: {
    summary: '**{{plan}}** · {{status}}',
    deletion: 'Suppression prévue le {{time}}. Intervenez avant cette date pour l’éviter.',
    deletionPast: 'La suppression était prévue le {{time}}.',
    grace: 'Délai de grâce jusqu’au {{time}}. Payez avant cette date pour conserver l’abonnement.',
    gracePast: 'Délai de grâce terminé le {{time}}.',
    cancelled: 'Résilié, sans renouvellement. Actif jusqu’au {{time}}.',
    cancelledPast: 'Résilié, sans renouvellement. Période terminée le {{time}}.',
    cancelledOpenEnd: 'Résilié, sans renouvellement à la fin de la période.',
    changePending: 'Un changement d’abonnement est en attente.',
    stale: 'Copie enregistrée {{time}} ; le service d’abonnement ne répond pas.',
    standard:
      'Standard est aussi la réponse pour une entité inconnue ou supprimée ; vérifiez l’ID si cela vous étonne.',
    checked: 'Vérifié {{time}}',
    quoted: '« {{text}} »',
    chooseBelow: 'Choisissez ci-dessous l’abonnement à afficher',
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
        'L’abonnement n’a pas pu être consulté, et il n’en existe aucune copie enregistrée. Réessayez plus tard.',
    },
    keyRefused: {
      title: 'Le responsable du bot doit intervenir',
      description:
        'Le service d’abonnement a refusé la clé d’application du bot. Seul le responsable de ce bot peut la renouveler.',
    },
    badId: {
      title: 'Vérifiez l’ID du serveur ou de l’équipe',
      description:
        'L’ID d’un serveur ou d’une équipe comporte de 1 à 80 caractères : lettres sans accent, chiffres et `_ . : -`. Copiez-le là où le serveur ou l’équipe se gère, ou choisissez parmi ceux que </plan> propose pendant la saisie.',
    },
    noneLinked: {
      title: 'Aucun serveur ni équipe associé',
      description:
        'Aucun serveur ni équipe n’est encore associé à ce serveur Discord. Une personne ayant *Gérer le serveur* peut en associer un.',
      manager: 'Aucun serveur ni équipe n’est encore associé à ce serveur Discord. Associez-en un avec </entity link>.',
    },
    notLinked: {
      title: 'Non associé à ce serveur',
      description:
        'Aucun serveur ni équipe portant cet ID n’est associé à ce serveur Discord. Choisissez-en un parmi ceux que </plan> propose pendant la saisie.',
    },
    others: 'Afficher un autre abonnement',
  },
  plans: {
    title: 'Abonnements',
    progress: 'Consultés : {{done, number}} sur {{total, number}}',
    unansweredLine: '**Pas de réponse du service d’abonnement** · {{id}}',
    deletion: 'Suppression {{time}}',
    deletionPast: 'La suppression était prévue {{time}}',
    grace: 'Fin du délai de grâce {{time}}',
    gracePast: 'Délai de grâce terminé {{time}}',
    cancelled: 'Résilié, fin {{time}}',
    cancelledPast: 'Résilié, terminé {{time}}',
    cancelledOpenEnd: 'Résilié',
    change: 'Changement en attente',
    stale: 'Copie enregistrée {{time}}',
    nothing: 'Aucun de ces ID n’a pu être consulté.',
    allWell: 'Rien à surveiller.',
    page: 'Total : {{total, number}} · à surveiller : {{attention, number}} · page {{page}} sur {{pages}}',
    fields: {
      badIds: 'ID de serveur ou d’équipe non valides',
      notLinked: 'Non associés à ce serveur Discord',
      leftOut: 'Non consultés',
    },
    leftOut: '{{count, number}}, car au plus {{max, number}} sont consultés à la fois.',
    file: {
      title: 'Abonnements en fichier',
      description:
        'Le fichier contient tous les abonnements de cette liste, avec tout ce qu’en dit le service d’abonnement.',
    },
    closed: {
      title: 'Cette liste est fermée',
      description: 'Elle est trop ancienne, ou ce n’est pas la vôtre. Utilisez de nouveau </plans>.',
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
      isDefault: '</plan> sans ID l’affiche.',
    },
    already: { title: 'Déjà associé', description: '`{{id}}` est déjà associé ; rien n’a été modifié.' },
    full: {
      title: 'Limite d’associations atteinte',
      description:
        'Au plus {{max, number}} serveurs et équipes peuvent être associés à un serveur Discord. Dissociez ce dont vous n’avez plus besoin.',
    },
    forbidden: {
      title: 'Vous ne pouvez pas faire cela ici',
      description:
        'Seul le responsable de ce bot peut associer des serveurs et des équipes à un autre serveur Discord, et seule la personne interrogée peut répondre.',
    },
    expired: {
      title: 'Pas confirmé à temps',
      description: 'Cette question est trop ancienne, ou il y a déjà été répondu. Utilisez de nouveau </entity link>.',
    },
    cancelled: { title: 'Non associé', description: 'Rien n’a été associé.' },
    notHome: {
      title: 'Demandez au responsable de ce bot',
      description:
        'Seul le responsable de ce bot peut associer des serveurs et des équipes ici. Envoyez-lui ces deux ID :\nserveur Discord `{{guild}}`\nserveur ou équipe `{{id}}`',
    },
    badGuild: {
      title: 'Vérifiez l’ID du serveur Discord',
      description:
        'L’ID d’un serveur Discord comporte de 17 à 20 chiffres. Copiez-le dans Discord avec le mode développeur activé.',
    },
    notInGuild: {
      title: 'Le bot n’est pas sur ce serveur Discord',
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
      chooseBelow: 'Choisissez ci-dessous celui que </plan> affiche sans ID.',
    },
  },
  settings: {
    token: {
      modalTitle: 'Jeton d’accès des récompenses de vote',
      modalLabel: 'Jeton d’accès',
      modalHint: 'À copier depuis votre compte sur le service de vote',
      saved: {
        title: 'Jeton d’accès enregistré',
        description:
          'Les récompenses sont désormais demandées avec le jeton qui se termine par `{{ending}}`. Il est stocké chiffré et n’est plus jamais affiché en entier.',
      },
      askClear: {
        title: 'Effacer le jeton d’accès ?',
        description:
          'Le jeton qui se termine par `{{ending}}` sera supprimé ici, et seule une personne qui le possède pourra le définir de nouveau.',
      },
      cleared: {
        title: 'Jeton d’accès effacé',
        operators: 'Les récompenses sont désormais demandées avec le jeton du responsable du bot.',
        none: 'Aucune récompense ne peut être demandée ici tant qu’un jeton n’est pas défini avec </settings token>.',
      },
      changed: {
        title: 'Le jeton d’accès a changé',
        description:
          'Le jeton que ce bouton devait effacer n’est plus en place ; rien n’a été effacé. </settings show> affiche les paramètres actuels.',
      },
      bad: {
        title: 'Vérifiez le jeton d’accès',
        description:
          'Un jeton d’accès comporte de {{min}} à {{max}} caractères : uniquement des lettres sans accent, des chiffres et des symboles, sans espace. Rien n’a été modifié.',
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
          'Un lien de vote commence par `https://` et comporte au plus {{max}} caractères. Rien n’a été modifié.',
      },
    },
    announcements: {
      saved: {
        title: 'Annonces enregistrées',
        on: 'Les récompenses réclamées sont annoncées dans <#{{channel}}>.',
        off: 'Les récompenses réclamées ne sont pas annoncées.',
      },
      noChannel: {
        title: 'Choisissez un salon',
        description:
          'Il faut un salon où publier les annonces : indiquez-le avec l’option `channel`. Rien n’a été modifié.',
      },
      stopped: {
        title: 'Les annonces sont désactivées',
        description:
          'La dernière annonce n’a pas pu être publiée dans <#{{channel}}> : le salon n’existe plus, ou le bot ne peut pas y envoyer de messages. Les annonces ont donc été désactivées. Pour les réactiver, utilisez </settings announcements> avec `on:True`, ou choisissez un autre salon avec `channel:`.',
      },
    },
    alerts: {
      saved: {
        title: 'Alertes d’abonnement enregistrées',
        on: 'Les changements dans les abonnements des serveurs et équipes associés sont publiés dans <#{{channel}}>, avec des rappels 7 jours, 3 jours et 1 jour avant la fin d’un délai de grâce, la fin d’un abonnement résilié ou une suppression. Toute personne qui voit ce salon peut les lire.',
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
          'La dernière alerte d’abonnement n’a pas pu être publiée dans <#{{channel}}> : le salon n’existe plus, ou le bot ne peut pas y envoyer de messages. Les alertes d’abonnement ont donc été désactivées. Pour les réactiver, utilisez </settings alerts> avec `on:True`, ou choisissez un autre salon avec `channel:`.',
      },
    },
    moderators: {
      saved: {
        title: 'Salon des modérateurs enregistré',
        on: 'Les demandes qui attendent un modérateur sont désormais publiées dans <#{{channel}}>. On y lit qui les a faites : choisissez un salon que seuls les modérateurs voient.',
        off: 'Les demandes qui attendent un modérateur ne sont pas publiées. </claims> les montre.',
      },
      noChannel: {
        title: 'Choisissez un salon',
        description:
          'Il faut un salon où publier ce qui attend un modérateur : indiquez-le avec l’option `channel`. Rien n’a été modifié.',
      },
      stopped: {
        title: 'Le salon des modérateurs est désactivé',
        description:
          'La dernière demande qui attend un modérateur n’a pas pu être publiée dans <#{{channel}}> : le salon n’existe plus, ou le bot ne peut pas y envoyer de messages. Ces demandes ne sont donc plus publiées ; </claims> les montre. Pour réactiver la publication, utilisez </settings moderators> avec `on:True`, ou choisissez un autre salon avec `channel:`.',
      },
    },
    role: {
      mentioned:
        'Chaque publication y mentionne <@&{{role}}>. Discord n’en prévient les membres que si tout le monde peut mentionner ce rôle, ou si le bot y a *Mentionner @everyone, @here et tous les rôles*.',
      bad: {
        title: 'Choisissez un autre rôle',
        description:
          'Le bot peut mentionner n’importe quel rôle de ce serveur Discord, sauf `@everyone`. Rien n’a été modifié.',
      },
    },
    permissions: {
      needed: 'Le bot doit y avoir *Voir le salon*, *Envoyer des messages* et *Intégrer des liens*.',
      missing: 'Le bot ne peut pas encore y publier. Accordez-lui : {{permissions}}.',
    },
    show: {
      title: 'Paramètres de ce serveur Discord',
      description: 'Ils se modifient avec les autres sous-commandes de `/settings`.',
      fields: {
        token: 'Jeton d’accès des récompenses de vote',
        voteLink: 'Lien de vote',
        announcements: 'Annonces',
        alerts: 'Alertes d’abonnement',
        moderators: 'Publications pour les modérateurs',
      },
      tokenOwn: 'Se termine par `{{ending}}`',
      tokenOperators: 'Celui du responsable du bot',
      tokenNone: 'Aucun : les récompenses ne peuvent pas être demandées ici',
      voteLinkNone: 'Aucun propre à ce serveur Discord',
      postsOn: 'Publication dans <#{{channel}}>',
      postsOnMentioning: 'Publication dans <#{{channel}}>, en mentionnant <@&{{role}}>',
      postsOff: 'Rien n’est publié ici',
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
      'plan-changed': 'Abonnement changé : {{label}}',
      'status-changed': 'Statut changé : {{label}}',
      'change-pending': 'Changement d’abonnement en attente : {{label}}',
      'pending-change-changed': 'Changement en attente modifié : {{label}}',
      'pending-change-dropped': 'Changement d’abonnement abandonné : {{label}}',
      'grace-ended': 'Délai de grâce terminé : {{label}}',
      'cancellation-withdrawn': 'Résiliation annulée : {{label}}',
      'deletion-lifted': 'Suppression abandonnée : {{label}}',
    },
    planChanged: 'L’abonnement est passé de **{{from}}** à **{{to}}**.',
    statusChanged: 'Le statut a changé : **{{from}}**, désormais **{{to}}**.',
    graceBegun:
      'Un délai de grâce a commencé. Il prend fin le {{time}}. Payez avant cette date pour conserver l’abonnement.',
    graceEnded: 'Plus aucun délai de grâce n’est en cours. </plan> affiche l’état actuel.',
    cancelled: 'L’abonnement a été résilié et ne sera pas renouvelé. Il est actif jusqu’au {{time}}.',
    cancelledOpenEnd: 'L’abonnement a été résilié et ne sera pas renouvelé à la fin de la période.',
    cancellationWithdrawn: 'La résiliation a été annulée.',
    changePending: 'Un changement d’abonnement est en attente :\n{{change}}',
    pendingChangeChanged: 'Le changement d’abonnement en attente est désormais :\n{{change}}',
    pendingChangeDropped: 'Plus aucun changement d’abonnement n’est en attente.',
    deletionScheduled: 'La suppression est prévue le {{time}}. Intervenez avant cette date pour l’éviter.',
    deletionLifted: 'La suppression n’est plus prévue.',
    reminder: {
      grace: 'Rappel : le délai de grâce prend fin le {{time}}. Payez avant cette date pour conserver l’abonnement.',
      period: 'Rappel : l’abonnement est résilié et prend fin le {{time}}.',
      deletion: 'Rappel : la suppression est prévue le {{time}}. Intervenez avant cette date pour l’éviter.',
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
        'Vos demandes et vos noms mémorisés seront supprimés sur tous les serveurs Discord, et votre nom sera retiré des associations que vous avez faites et des demandes que vous avez marquées comme résolues. Vos demandes disparaîtront aussi de la liste des modérateurs, </claims>, sauf celles que quelqu’un d’autre a également faites. Ce qui a été publié dans des salons y restera. Cette action est irréversible. Cela ne change rien aux votes déjà validés, et une demande en cours ira à son terme, mais son résultat ne vous sera pas communiqué.',
    },
    deleted: {
      title: 'Vos données sont supprimées',
      description:
        'Plus aucune donnée stockée par ce bot ne renvoie à vous. Ce qui a été publié dans des salons y reste.',
    },
    kept: { title: 'Rien n’a été supprimé', description: 'Vos données sont inchangées.' },
  },
  common: {
    forbidden: {
      title: 'Vous ne pouvez pas faire cela ici',
      description: 'Il vous faut la permission *{{permission}}*.',
    },
    permissions: {
      manageServer: 'Gérer le serveur',
      moderateMembers: 'Exclure temporairement des membres',
      viewChannel: 'Voir le salon',
      sendMessages: 'Envoyer des messages',
      embedLinks: 'Intégrer des liens',
    },
    more: 'et {{count, number}} de plus',
    working: 'En cours…',
    reference: 'Référence {{reference}}',
    wait: {
      title: 'Veuillez patienter',
      until: 'Le service est très sollicité. Réessayez {{relative}}.',
      unknown: 'Le service est très sollicité. Réessayez dans un instant.',
      tooFast: 'Les demandes arrivent trop vite. Réessayez {{relative}}.',
    },
    storage: {
      title: 'Stockage indisponible',
      description: 'Le bot ne peut rien enregistrer pour le moment ; rien n’a été fait. Réessayez plus tard.',
    },
    unforeseen: {
      title: 'Une erreur est survenue',
      description: 'Si cela se reproduit, communiquez la référence `{{reference}}` au responsable de ce bot.',
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
    stopMentioning: 'Ne plus mentionner le rôle',
    deleteData: 'Supprimer mes données',
    markResolved: 'Marquer comme résolue',
    backToList: 'Retour à la liste',
    tryAgain: 'Réessayer',
    downloadCsv: 'Télécharger en CSV',
  },
  commands: {
    claimvote: {
      description: 'Réclamer la récompense de votre vote',
      playername: 'Votre nom de joueur, exactement comme dans le jeu',
    },
    claims: {
      description: 'Les demandes de récompense de ce serveur Discord, d’abord celles qui attendent un modérateur',
      playername: 'Seulement celles dont le nom de joueur contient ceci',
      member: 'Seulement celles que ce membre a demandées',
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
      },
    },
    plan: {
      description: 'Afficher l’abonnement d’un serveur ou d’une équipe',
      entity: 'ID du serveur ou de l’équipe ; laissez vide pour celui par défaut',
    },
    plans: {
      description: 'Afficher les abonnements de tous les serveurs et équipes associés ici, avec un fichier CSV',
      entities: 'ID séparés par des virgules ou des espaces ; laissez vide pour tous ceux qui sont associés',
    },
    entity: {
      description: 'Les serveurs et équipes dont l’abonnement peut être consulté ici',
      link: {
        description: 'Associer un serveur ou une équipe',
        id: 'ID du serveur ou de l’équipe',
        label: 'Son nom ici ; laissez vide pour celui que connaît le service d’abonnement',
        guild: 'ID d’un autre serveur Discord où l’associer (réservé au responsable de ce bot)',
      },
      unlink: { description: 'Dissocier un serveur ou une équipe', id: 'ID du serveur ou de l’équipe' },
      list: { description: 'Afficher ce qui est associé et choisir celui par défaut' },
    },
    settings: {
      description: 'Régler le fonctionnement de ce bot sur ce serveur Discord',
      token: { description: 'Définir le jeton d’accès qui sert à demander les récompenses de vote' },
      voteLink: { description: 'Définir où les membres votent', url: 'Un lien https ; laissez vide pour le retirer' },
      announcements: {
        description: 'Remercier publiquement les votants quand une récompense est réclamée',
        channel: 'Où publier',
        on: 'Publier ou non',
      },
      alerts: {
        description: 'Publier les changements d’abonnement des serveurs et équipes associés',
        channel: 'Où publier',
        on: 'Publier ou non',
        role: 'Le rôle à mentionner dans chaque publication',
      },
      moderators: {
        description: 'Publier les demandes qui attendent un modérateur',
        channel: 'Où publier : un salon que seuls les modérateurs voient',
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
