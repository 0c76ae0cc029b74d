/** English, the language every other one says the same as. `{{…}}` marks what is filled in. */
export const en = {
  claim: {
    granted: {
      title: 'Reward claimed',
      description: "**{{player}}**'s vote is claimed. Its reward is due now.",
    },
    none: {
      title: 'No vote found yet',
      description:
        'There is no vote to reward for **{{player}}**. If you have just voted, give it a moment, then check again.',
    },
    already: {
      title: 'Already claimed',
      description: "**{{player}}**'s vote has already been claimed. The same vote is rewarded only once.",
      recorded: 'We recorded that claim {{time}}.',
    },
    'likely-granted': {
      title: 'Vote claimed, first answer lost',
      description:
        "The service says that **{{player}}**'s vote is claimed, and an answer to our own claim was lost on the way. So this vote or an earlier one was very likely claimed through us. If the reward does not come, show this to a moderator.",
    },
    pending: {
      title: 'Claim not confirmed yet',
      description:
        "The vote service has not said whether **{{player}}**'s vote is claimed. It may be. Check again in a moment: no vote is ever rewarded twice.",
    },
    unavailable: {
      title: 'Vote service unavailable',
      notSent:
        "The vote service could not be reached, so nothing was claimed. **{{player}}**'s vote is untouched: try again later.",
      refused:
        "The vote service turned the claim down and nothing was claimed. **{{player}}**'s vote is untouched: try again later.",
    },
    notSetUp: {
      title: 'Claims are not set up here',
      description: 'This server has no access token for vote claims. An admin of this server has to set one up first.',
    },
    tokenRefused: {
      title: 'Claims need an admin',
      description:
        "The vote service refused this server's access token, so nothing was claimed. An admin of this server has to renew the token.",
    },
    badName: {
      title: 'Check the player name',
      description:
        'A player name has 1 to {{most}} characters and no line breaks. Type it as it is spelled in the game.',
      refused:
        'The vote service does not accept **{{player}}** as a player name. Type it as it is spelled in the game.',
    },
    reference: 'Reference {{reference}}',
    modalTitle: 'Claim your vote reward',
    modalLabel: 'Player name',
    modalHint: 'As it is spelled in the game',
    forgotten: {
      title: 'Claim not found',
      description: 'This claim is too old to check again. Use `/claimvote` instead.',
    },
  },
  plan: {
    summary: '**{{plan}}** · {{status}}',
    deletion: 'Scheduled for deletion {{time}}. Act before then to keep it.',
    grace: 'In its grace period until {{time}}. Settle the plan before then to keep it.',
    cancelled: 'Cancelled, so it does not renew. Active until {{time}}.',
    cancelledOpenEnd: 'Cancelled, so it does not renew at the end of the period.',
    changePending: 'A change of the plan is pending.',
    stale: 'Saved copy from {{time}}; the plan service is not answering.',
    standard: 'Standard is also the answer for an unknown or deleted entity; check the ID if this is unexpected.',
    checked: 'Checked {{time}}',
    kinds: { server: 'Server', team: 'Team' },
    teamModes: { solo: 'solo', studio: 'studio' },
    fields: {
      kind: 'Type',
      interval: 'Billing interval',
      renews: 'Renews',
      activeUntil: 'Active until',
      grace: 'Grace until',
      change: 'Pending change',
      deletion: 'Deletion',
      since: 'Since',
      version: 'Version',
      id: 'ID',
    },
    moreChanges: 'and {{count}} more',
    unavailable: {
      title: 'Plan service unavailable',
      description: 'The plan service is not answering, and there is no saved copy of this plan. Try again later.',
    },
    keyRefused: {
      title: 'Plan lookups need the operator',
      description: "The plan service refused the bot's application key. Only the operator of this bot can renew it.",
    },
    badId: {
      title: 'Check the entity ID',
      description: 'An entity ID has 1 to 80 characters: letters, digits and `_ . : -`.',
    },
    noneLinked: {
      title: 'No server or team linked',
      description:
        'No server or team is linked in this Discord server yet. Give the ID of one with the `entity` option.',
    },
    notLinked: {
      title: 'Not linked in this server',
      description: 'Only servers and teams linked in this Discord server can be looked up here.',
    },
  },
  common: {
    forbidden: {
      title: "You can't use this here",
      description: 'Your role does not have the permission that this needs.',
    },
    working: 'Working on it…',
    wait: {
      title: 'Please wait',
      until: 'There were too many requests. Try again {{time}}.',
      unknown: 'There were too many requests. Try again in a moment.',
    },
    storage: {
      title: 'Storage unavailable',
      description: 'The bot cannot save anything at the moment, so nothing was done. Try again later.',
    },
    unforeseen: {
      title: 'Something went wrong',
      description:
        'This was not expected. If it happens again, tell the operator of this bot the reference **{{reference}}**.',
    },
  },
  buttons: {
    checkAgain: 'Check again',
    vote: 'Vote',
    refresh: 'Refresh',
    manageBilling: 'Manage billing',
  },
  commands: {
    claimvote: {
      description: 'Claim the reward for your vote',
      playername: 'Your player name, as it is spelled in the game',
    },
    plan: {
      description: "Show a server's or team's subscription plan",
      entity: 'ID of the server or team; left out: the one linked here',
    },
  },
} as const;
