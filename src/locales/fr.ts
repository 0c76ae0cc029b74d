import type { Texts } from './en.ts';

/** French, to `vous`. A no-break space stands before `:` `;` `!` `?`, as French puts one there. */
export const fr: Texts = {
  claim: {
    granted: {
      title: 'Récompense réclamée',
      description: 'Le vote de **{{player}}** est réclamé. Sa récompense est due dès maintenant.',
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
        'Le service indique que le vote de **{{player}}** est réclamé, et une réponse à notre propre demande s’est perdue en route. Ce vote ou un vote précédent a donc très probablement été réclamé par notre intermédiaire. Si la récompense n’arrive pas, montrez ce message à la modération.',
    },
    pending: {
      title: 'Réclamation pas encore confirmée',
      description:
        'Le service de vote n’a pas dit si le vote de **{{player}}** est réclamé. Il l’est peut-être. Vérifiez de nouveau dans un instant : un vote n’est jamais récompensé deux fois.',
    },
    unavailable: {
      title: 'Service de vote indisponible',
      notSent:
        'Le service de vote n’a pas pu être joint, donc rien n’a été réclamé. Le vote de **{{player}}** est intact : réessayez plus tard.',
      refused:
        'Le service de vote a refusé la demande et rien n’a été réclamé. Le vote de **{{player}}** est intact : réessayez plus tard.',
    },
    notSetUp: {
      title: 'Les réclamations ne sont pas configurées ici',
      description:
        'Ce serveur n’a pas de jeton d’accès pour réclamer les votes. Un admin de ce serveur doit d’abord en configurer un.',
    },
    tokenRefused: {
      title: 'Les réclamations nécessitent un admin',
      description:
        'Le service de vote a refusé le jeton d’accès de ce serveur, donc rien n’a été réclamé. Un admin de ce serveur doit renouveler le jeton.',
    },
    badName: {
      title: 'Vérifiez le nom de joueur',
      description:
        'Un nom de joueur comporte 1 à {{most}} caractères, sans retour à la ligne. Saisissez-le tel qu’il s’écrit en jeu.',
      refused:
        'Le service de vote n’accepte pas **{{player}}** comme nom de joueur. Saisissez-le tel qu’il s’écrit en jeu.',
    },
    announcement: {
      title: 'Merci d’avoir voté',
      description: '**{{player}}** a voté, et la récompense est due.',
      wasResolved:
        'Un modérateur avait marqué cette réclamation comme résolue avant que cela soit connu. Vérifiez d’abord auprès de lui, pour que le vote ne soit pas récompensé deux fois.',
    },
    nameSaved: {
      title: 'Nom mémorisé',
      description:
        '`/claimvote` sans nom réclame désormais pour **{{player}}** ici. Les {{most}} derniers noms que vous avez fait mémoriser sont proposés pendant la saisie.',
    },
    modalTitle: 'Réclamer la récompense de votre vote',
    modalLabel: 'Nom de joueur',
    modalHint: 'Tel qu’il s’écrit en jeu',
    forgotten: {
      title: 'Réclamation introuvable',
      description: 'Cette réclamation est trop ancienne pour être vérifiée de nouveau. Utilisez plutôt `/claimvote`.',
    },
  },
  claims: {
    list: {
      title: 'Réclamations',
      parked: '**En attente de la modération**',
      others: '**Autres réclamations**',
      attempts: 'tentatives : {{attempts}}',
      shown: 'réponse affichée',
      shownToSome: 'réponse affichée à {{shown}} sur {{asked}}',
      notShown: 'réponse pas encore affichée',
      resolved: 'marquée comme résolue',
      settled: 'réglée par {{reference}}',
      page: 'Réclamations : {{total, number}} · en attente de la modération : {{parked, number}} · page {{page}} sur {{pages}}',
      pick: 'Afficher l’une de ces réclamations',
      fileCut:
        'Le fichier contient les {{most, number}} premières : celles qui attendent la modération, puis les plus récentes.',
    },
    noneFound: {
      title: 'Aucune réclamation trouvée',
      description:
        'Aucune réclamation de ce serveur Discord ne correspond. Utilisez `/claims` avec moins d’options pour en voir plus.',
    },
    gone: {
      title: 'Cette liste est fermée',
      description: 'Elle est trop ancienne, ou n’est pas à vous. Utilisez de nouveau `/claims`.',
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
        'Le service de vote n’a jamais dit si ce vote est réclamé. Vérifiez de nouveau, puis marquez la réclamation comme résolue une fois l’affaire réglée.',
      told: 'réponse affichée : {{verdict}}',
      toldNothing: 'aucune réponse affichée pour l’instant',
      before: 'Encore {{count}} avant celles-ci',
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
        notSent: 'le service de vote était injoignable, donc rien n’a été envoyé',
        rejected: 'le service de vote a refusé (statut {{status}})',
        unknown: 'demande envoyée, mais aucune réponse lisible n’est revenue',
        unfinished: 'demande envoyée, mais aucune réponse n’est enregistrée',
      },
    },
    resolve: {
      modalTitle: 'Marquer cette réclamation comme résolue',
      modalLabel: 'Qu’est-ce qui a été fait ?',
      modalHint: 'Pour le reste de la modération de ce serveur',
      done: 'Cette réclamation est marquée comme résolue.',
      already: 'Quelqu’un avait déjà marqué cette réclamation comme résolue, donc votre note n’a pas été conservée.',
      notParked: 'Cette réclamation n’attend plus la modération, donc votre note n’a pas été conservée.',
      badNote: {
        title: 'Vérifiez la note',
        description: 'Une note comporte 1 à {{most}} caractères. Rien n’a changé.',
      },
    },
  },
  plan: {
    summary: '**{{plan}}** · {{status}}',
    deletion: 'Suppression prévue le {{time}}. Agissez avant cette date pour l’éviter.',
    grace: 'Délai de grâce jusqu’au {{time}}. Régularisez l’abonnement avant cette date pour le conserver.',
    cancelled: 'Résilié, donc sans renouvellement. Actif jusqu’au {{time}}.',
    cancelledOpenEnd: 'Résilié, donc sans renouvellement à la fin de la période.',
    changePending: 'Un changement d’abonnement est en attente.',
    stale: 'Copie enregistrée {{time}} ; le service d’abonnement ne répond pas.',
    standard:
      'Standard est aussi la réponse pour une entité inconnue ou supprimée ; vérifiez l’ID si cela vous surprend.',
    checked: 'Vérifié {{time}}',
    kinds: { server: 'Serveur', team: 'Équipe' },
    teamModes: { solo: 'solo', studio: 'studio' },
    fields: {
      kind: 'Type',
      interval: 'Période de facturation',
      renews: 'Renouvellement',
      activeUntil: 'Actif jusqu’au',
      grace: 'Délai de grâce jusqu’au',
      change: 'Changement en attente',
      deletion: 'Suppression',
      since: 'Depuis',
      version: 'Version',
      id: 'ID',
    },
    words: {
      active: 'Actif',
      past_due: 'Paiement en retard',
      canceled: 'Résilié',
      month: 'Mois',
      year: 'Année',
      plan: 'Abonnement',
      interval: 'Période',
      effective_at: 'Date d’effet',
    },
    changed: '{{what}} : {{value}}',
    unavailable: {
      title: 'Service d’abonnement indisponible',
      description:
        'Aucun abonnement n’a pu être lu auprès du service d’abonnement, et il n’en existe pas de copie enregistrée. Réessayez plus tard.',
    },
    keyRefused: {
      title: 'La consultation des abonnements nécessite l’opérateur',
      description:
        'Le service d’abonnement a refusé la clé d’application du bot. Seul l’opérateur de ce bot peut la renouveler.',
    },
    badId: {
      title: 'Vérifiez l’ID de l’entité',
      description: 'L’ID d’une entité comporte 1 à 80 caractères : lettres sans accent, chiffres et `_ . : -`.',
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
    others: 'En afficher un autre',
  },
  plans: {
    title: 'Abonnements',
    progress: 'Consultés : {{done, number}} sur {{total, number}}',
    line: '**{{name}}** · {{plan}} · {{status}}',
    unansweredLine: '{{id}} · pas de réponse du service d’abonnement',
    deletion: 'suppression {{time}}',
    grace: 'fin du délai de grâce {{time}}',
    cancelled: 'résilié, fin {{time}}',
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
      description: 'Elle est trop ancienne, ou n’est pas à vous. Utilisez de nouveau `/plans`.',
    },
  },
  entity: {
    ask: {
      title: 'Associer ce serveur ou cette équipe ?',
      here: 'Le service d’abonnement dit de `{{id}}` :',
      elsewhere: 'À associer au serveur Discord `{{guild}}`. Le service d’abonnement dit de `{{id}}` :',
      summary: '**{{name}}** · {{plan}} · {{status}}',
      label: 'Le nom affiché sera **{{label}}**.',
    },
    linked: {
      title: 'Associé',
      description: '**{{label}}** (`{{id}}`) est associé.',
      elsewhere: 'C’est pour le serveur Discord `{{guild}}`.',
      isDefault: '`/plan` sans ID l’affiche.',
    },
    already: { title: 'Déjà associé', description: '`{{id}}` est déjà associé, donc rien n’a changé.' },
    full: {
      title: 'Trop d’associations',
      description:
        'Un serveur Discord peut associer {{most, number}} serveurs et équipes. Retirez ce dont vous n’avez plus besoin.',
    },
    expired: {
      title: 'Pas confirmé à temps',
      description: 'Cette question est trop ancienne ou a déjà sa réponse. Utilisez de nouveau `/entity link`.',
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
        'L’ID d’un serveur Discord comporte 17 à 20 chiffres. Copiez-le dans Discord avec le mode développeur activé.',
    },
    notInGuild: {
      title: 'Le bot n’est pas sur ce serveur',
      description: 'Ce bot n’est pas sur le serveur Discord `{{guild}}`. Vérifiez l’ID, ou invitez-y d’abord le bot.',
    },
    unlinked: {
      title: 'Association retirée',
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
          'Les votes sont désormais réclamés avec le jeton qui se termine par `{{ending}}`. Il est stocké chiffré et n’est jamais affiché.',
      },
      cleared: {
        title: 'Jeton d’accès effacé',
        operators: 'Les votes sont désormais réclamés avec le jeton de l’opérateur.',
        none: 'Aucun vote ne peut être réclamé ici tant qu’un jeton n’est pas défini avec `/settings token`.',
      },
      changed: {
        title: 'Le jeton d’accès a changé',
        description:
          'Le jeton que ce bouton devait effacer n’est plus en place, donc rien n’a été effacé. `/settings show` affiche ce qui est défini à présent.',
      },
      bad: {
        title: 'Vérifiez le jeton d’accès',
        description:
          'Un jeton d’accès comporte {{least}} à {{most}} caractères : seulement des lettres sans accent, des chiffres et des signes, sans espace. Rien n’a changé.',
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
          'Un lien de vote commence par `https://` et comporte au plus {{most}} caractères. Rien n’a changé.',
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
        description: 'Il faut un salon où publier les annonces : indiquez-le avec l’option `channel`. Rien n’a changé.',
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
          'Il faut un salon où publier les alertes d’abonnement : indiquez-le avec l’option `channel`. Rien n’a changé.',
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
      'Un délai de grâce a commencé. Il prend fin le {{time}}. Régularisez l’abonnement avant cette date pour le conserver.',
    graceEnded: 'Le délai de grâce est terminé.',
    cancelled: 'L’abonnement a été résilié, donc il ne se renouvelle pas. Il est actif jusqu’au {{time}}.',
    cancelledOpenEnd: 'L’abonnement a été résilié, donc il ne se renouvelle pas à la fin de la période.',
    cancellationWithdrawn: 'La résiliation a été annulée.',
    changePending: 'Un changement d’abonnement est en attente :\n{{change}}',
    pendingChangeChanged: 'Le changement d’abonnement en attente est désormais :\n{{change}}',
    pendingChangeDropped: 'Plus aucun changement d’abonnement n’est en attente.',
    deletionScheduled: 'La suppression est prévue le {{time}}. Agissez avant cette date pour l’éviter.',
    deletionLifted: 'La suppression n’est plus prévue.',
    reminder: {
      grace:
        'Rappel : le délai de grâce prend fin le {{time}}. Régularisez l’abonnement avant cette date pour le conserver.',
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
        'Vos réclamations et vos noms mémorisés sont supprimés sur tous les serveurs Discord, et votre nom est retiré des associations que vous avez faites et des réclamations que vous avez marquées comme résolues. Cette action est irréversible. Les récompenses dues restent dues, et une réclamation en cours va à son terme, mais son résultat ne vous est pas communiqué.',
    },
    deleted: {
      title: 'Vos données sont supprimées',
      description: 'Plus rien de ce que ce bot a stocké ne renvoie à vous.',
    },
    kept: { title: 'Rien n’a été supprimé', description: 'Vos données sont inchangées.' },
  },
  common: {
    forbidden: {
      title: 'Vous ne pouvez pas utiliser ceci ici',
      description: 'Votre rôle n’a pas la permission nécessaire.',
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
      description: 'Le bot ne peut rien enregistrer pour le moment, donc rien n’a été fait. Réessayez plus tard.',
    },
    unforeseen: {
      title: 'Une erreur est survenue',
      description:
        'Ceci n’était pas prévu. Si cela se reproduit, communiquez à l’opérateur de ce bot la référence **{{reference}}**.',
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
      playername: 'Votre nom de joueur, tel qu’il s’écrit en jeu',
    },
    claims: {
      description: 'Les réclamations de ce serveur, d’abord celles qui attendent la modération',
      playername: 'Seulement celles dont le nom de joueur contient ceci',
      member: 'Seulement celles que ce membre a demandées',
      outcome: 'Seulement celles qui ont fini ainsi',
      outcomes: {
        parked: 'En attente de la modération',
        open: 'En cours',
        granted: 'Récompense réclamée',
        none: 'Aucun vote trouvé',
        already: 'Déjà réclamé',
        'likely-granted': 'Vote réclamé, première réponse perdue',
        pending: 'Pas confirmée, même marquée comme résolue',
        refused: 'Refusée par le service de vote',
        unavailable: 'Service de vote injoignable',
      },
    },
    plan: {
      description: 'Afficher l’abonnement d’un serveur ou d’une équipe',
      entity: 'ID du serveur ou de l’équipe ; par défaut, celui associé ici',
    },
    plans: {
      description: 'Afficher les abonnements de tous les serveurs et équipes associés ici, avec un fichier',
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
      unlink: { description: 'Retirer un serveur ou une équipe', id: 'ID du serveur ou de l’équipe' },
      list: { description: 'Afficher ce qui est associé et choisir celui par défaut' },
    },
    settings: {
      description: 'Comment ce bot fonctionne sur ce serveur',
      token: { description: 'Définir le jeton d’accès qui sert à réclamer les votes' },
      voteLink: { description: 'Définir où les membres votent', url: 'Un lien https ; sans lui, le lien est retiré' },
      announcements: {
        description: 'Remercier publiquement qui a voté quand une récompense est réclamée',
        channel: 'Où publier',
        on: 'Publier ou non',
      },
      alerts: {
        description: 'Publier ce qui change dans les abonnements des serveurs et équipes associés',
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
