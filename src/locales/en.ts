/**
 * English, the language every other one says the same as. `{{…}}` marks what is filled in, `</…>` a command to click
 * on.
 */
export const en = {
  claim: {
    granted: {
      title: 'Reward claimed',
      description: "**{{player}}**'s vote is confirmed. The reward can now be handed out.",
      arrived: "**{{player}}**'s vote is confirmed, and the reward has reached the game server.",
      maybeTwo:
        'The answer to another attempt for this claim was lost or came late, so a second vote may have been claimed as well. If a reward is missing, tell a moderator the reference `{{reference}}`.',
      unlikelyTwo:
        'The vote service was unable to answer another attempt for this claim. It is unlikely, but a second vote may have been claimed as well. If a reward is missing, tell a moderator the reference `{{reference}}`.',
    },
    none: {
      title: 'No vote found yet',
      description:
        'There is no vote to reward for **{{player}}**. If you have just voted, give it a moment, then check again.',
    },
    already: {
      title: 'Already claimed',
      description:
        "**{{player}}**'s vote has already been claimed. A vote is rewarded only once. No reward? Tell a moderator the reference `{{reference}}`.",
      own: "You claimed **{{player}}**'s vote {{relative}}. A vote is rewarded only once. No reward? Tell a moderator the reference `{{reference}}`.",
      recorded: 'This bot recorded the earlier claim on {{time}}.',
      reference: 'Reference of this request: {{reference}}',
    },
    'likely-granted': {
      title: 'Vote claimed, first answer lost',
      description:
        "A moderator will decide on this claim. This bot will tell you once they have. The vote service says **{{player}}**'s vote is claimed, but one of its replies to this bot was lost. So this bot very likely claimed it, or an earlier vote. No reward? Tell a moderator the reference `{{reference}}`.",
    },
    pending: {
      title: 'Claim not confirmed yet',
      description:
        "Still waiting for the vote service to confirm **{{player}}**'s vote. This bot keeps trying for 15 minutes. If nothing has changed by then, tell a moderator the reference `{{reference}}`. You can check again safely.",
    },
    reviewed: {
      unstated:
        "A moderator has looked into **{{player}}**'s vote and marked the claim as resolved. If something is still missing, tell a moderator the reference `{{reference}}`.",
      claimed:
        "A moderator has looked into **{{player}}**'s vote: it was claimed. If something is still missing, tell a moderator the reference `{{reference}}`.",
      'not-claimed':
        "A moderator has looked into **{{player}}**'s vote: it was not claimed. If the vote is still there, you can try again.",
    },
    unavailable: {
      title: 'Vote service unavailable',
      notSent:
        'The vote service could not be reached, so nothing was claimed. If **{{player}}** has voted, the vote is untouched: try again later.',
      refused:
        'The vote service turned the claim down and nothing was claimed. If **{{player}}** has voted, the vote is untouched: try again later.',
      notSentNow: 'The vote service could not be reached just now. Try again later.',
      refusedNow: 'The vote service turned this attempt down. Try again later.',
    },
    postponed: {
      title: 'Please wait',
      notSent:
        'Too many people are claiming at once, so nothing was sent for **{{player}}**. If there is a vote, it is untouched: try again {{relative}}.',
      notSentNow: 'Too many people are claiming at once, so nothing was sent this time. Try again {{relative}}.',
      late: 'Too many people were claiming at once, so nothing was sent. Check again now.',
      interrupted:
        'The bot was interrupted before it sent anything for **{{player}}**. If there is a vote, it is untouched: check again now.',
      interruptedNow: 'The bot was interrupted before it sent anything this time. Check again now.',
    },
    late: 'About your claim for **{{player}}**, {{relative}}:',
    lateIn: 'About your claim for **{{player}}** in {{guild}}, {{relative}}:',
    inDoubt:
      'The answer to an earlier attempt was lost, so a vote of **{{player}}** may already have been claimed by this bot. If a reward is missing, tell a moderator the reference `{{reference}}`.',
    notSetUp: {
      title: 'Claims are not set up here',
      description:
        'This Discord server has no access token for vote claims. Someone with the *Manage Server* permission can set one with </settings token>.',
    },
    tokenRefused: {
      title: 'Claims need an admin',
      description:
        'The vote service refused the access token used here, so nothing was claimed. Someone with the *Manage Server* permission can set another with </settings token>. If the token belongs to the operator of this bot, they have to renew it.',
      now: 'The vote service refused the access token used here. Someone with the *Manage Server* permission can set another with </settings token>. If the token belongs to the operator of this bot, they have to renew it.',
    },
    badName: {
      title: 'Check the player name',
      description:
        'A player name has 1 to {{max}} characters and no line breaks. Type it as it is spelled in the game.',
      refused:
        'The vote service does not accept **{{player}}** as a player name. Type it as it is spelled in the game.',
    },
    announcement: {
      title: 'Thank you for voting',
      description: '**{{player}}** has voted. The reward can now be handed out.',
      arrived: '**{{player}}** has voted. The reward has reached the game server.',
      wasResolved:
        'Moderators: this claim had already been marked as resolved. First check who did so, so that the vote is not rewarded twice.',
      maybeTwo:
        'Moderators: the answer to another attempt was lost or came late, so a second vote may have been claimed as well. Check with the vote service before you hand out more than one reward.',
      unlikelyTwo:
        'Moderators: the vote service was unable to answer another attempt. It is unlikely, but a second vote may have been claimed as well.',
    },
    nameSaved: {
      title: 'Name remembered',
      description:
        '</claimvote> without a name now claims for **{{player}}** here. The last {{max}} remembered names are offered as you type.',
    },
    moderatorsTold: {
      title: 'The moderators have been told',
      description: 'They see your question in their channel, with the reference `{{reference}}`.',
    },
    noModerators: {
      title: 'Tell a moderator yourself',
      description:
        "This bot has no moderators' channel here right now. Tell a moderator the reference `{{reference}}`: it lets them open your claim.",
    },
    modalTitle: 'Claim your vote reward',
    modalLabel: 'Player name',
    modalHint: 'As it is spelled in the game',
    forgotten: {
      title: 'Claim not found',
      description: 'This claim is not on record any more. Use </claimvote> instead.',
    },
  },
  claims: {
    list: {
      title: 'Claims',
      parked: '**Waiting for a moderator**',
      others: '**Other claims**',
      shownToSome: 'answer shown to {{shown}} of {{asked}}',
      notShown: 'answer not shown yet',
      resolved: 'Marked resolved',
      reward: {
        held: 'reward held back',
        parked: 'did the reward arrive?',
        badName: 'reward not sent',
        due: 'reward not accepted yet',
      },
      page: 'Claims: {{total, number}} · waiting for a moderator: {{parked, number}} · page {{page, number}} of {{pages, number}}',
      pick: 'Show one of these claims',
    },
    file: {
      title: 'Claims as a file',
      description: 'The file has every claim in this list.',
      cut: 'The file has the first {{max, number}} claims in this list: those waiting for a moderator, then the newest. For others, narrow the list with the options of </claims>.',
    },
    noneFound: {
      title: 'No claims found',
      description: 'This Discord server has no claims yet, or none that match the options of </claims>.',
    },
    gone: {
      title: 'This list is closed',
      description: 'It is too old, or not yours. Use </claims> again.',
    },
    notFound: {
      title: 'Claim not found',
      description: 'This claim is not on record in this Discord server any more. Use </claims> again.',
    },
    underWay: 'Claim under way',
    sentAgain:
      'The reward is being sent again. A webhook knows it by its ID and counts it once. NuVotifier hands it out again.',
    askRepeat:
      'The game server has accepted this reward already. NuVotifier does not notice when a vote comes again, so it hands the reward out **once more**. It stays on record who had it do so.',
    repeatNeedsManager:
      'Nothing was sent: the game server has accepted this reward already and would hand it out once more. For that, you need *Manage Server*.',
    nothingToSend: 'There is nothing to send for this claim any more.',
    placeIsOff: 'Nothing was sent: the reward target is paused or off. </settings rewards> can resume it.',
    arrived: 'Noted: the reward arrived.',
    nothingParked: 'This reward no longer needs an answer.',
    reviewed: 'A moderator has looked into it',
    resolved: 'Never confirmed, marked resolved by a moderator',
    refused: 'Turned down by the vote service',
    deletedPerson: 'someone whose data is deleted',
    detail: {
      title: 'Claim {{reference}}',
      summary: '**{{player}}** · {{verdict}}',
      maybeTwo: 'The answer to another attempt was lost or came late: a second vote may have been claimed as well.',
      unlikelyTwo:
        'The vote service was unable to answer another attempt. It is unlikely, but a second vote may have been claimed as well.',
      alsoInDoubt:
        'Also in doubt for this player: {{references}}. If they are about one vote, decide on one of them only.',
      inDoubt:
        'The answer to an earlier attempt for this player was lost, so a vote may have been claimed although this claim came to nothing.',
      parked:
        'The vote service never said whether this vote is claimed. Check again. Once dealt with, mark the claim as resolved.',
      told: 'was shown: {{verdict}}',
      toldNothing: 'was shown no answer yet',
      before_one: '{{count}} more before these',
      before_other: '{{count}} more before these',
      noAttempts: 'None: nothing was sent to the vote service.',
      fields: {
        asked: 'Requested by',
        attempts: 'Attempts',
        resolved: 'Marked resolved by',
        note: 'Note',
        reward: 'Reward',
        decided: 'Decisions about the reward',
      },
      decisions: { 'sent-again': 'sent again: {{hook}}', arrived: 'arrived: {{hook}}' },
      outcomes: {
        none: 'there was no vote to claim',
        claimed: 'the vote was claimed',
        already: 'the vote had been claimed before',
        notSent: 'the vote service could not be reached, so nothing was sent',
        rejected: 'the vote service turned it down (status {{status}})',
        unknown: 'sent, but no usable answer came back',
        unfinished: 'sent, and no answer is on record',
      },
    },
    resolve: {
      modalTitles: {
        unstated: 'Mark this claim as resolved',
        claimed: 'It was claimed',
        'not-claimed': 'It was not claimed',
      },
      modalLabel: 'What did you find out?',
      modalHint: 'For moderators only: those who asked cannot see it',
      done: 'This claim is marked as resolved. Those who asked for it will be told, when possible, that a moderator has looked into it.',
      decided: 'Your finding is on record. Those who asked for the claim will be told when possible.',
      already: 'Someone had already marked this claim as resolved, so your note was not kept.',
      notParked: 'This claim is no longer waiting for a moderator, so your note was not kept.',
      badNote: {
        title: 'Check the note',
        description: 'A note has 1 to {{max}} characters. Nothing was changed.',
      },
    },
  },
  escalations: {
    pending: {
      title: 'A claim needs a moderator',
      description: "The vote service never said whether **{{player}}**'s vote is claimed.",
      todo: '*Open claim* checks it again; or decide below. Those who asked are told.',
    },
    'likely-granted': {
      description:
        "**{{player}}**'s vote is claimed. This bot very likely claimed it, or an earlier vote, but the answer that said so was lost.",
      todo: 'Moderators: before you hand out the reward, see in </claims> what was claimed for this player.',
    },
    granted: {
      title: 'A second reward may be due',
      description:
        "**{{player}}**'s vote is confirmed. The answer to another attempt for the same claim was lost or came late, so a second vote may have been claimed too.",
      todo: 'Check with the vote service before you hand out more than one reward.',
    },
    delivery: {
      title: 'Did the reward arrive?',
      description: '**{{player}}** may or may not have a claimed reward.',
      todo: 'If the player has it, or you hand it out yourself: *It arrived*. If not: *Send again*.',
    },
    badName: {
      title: 'A reward was not sent',
      description:
        'A name in a vote has at most 16 letters, digits and underscores, so the reward for **{{player}}** was not sent.',
      todo: 'Hand it out yourself, then press *It arrived*.',
    },
    failing: {
      title: 'Reward not accepted yet',
      description: 'The game server has not accepted the reward for **{{player}}** yet. This bot will try again.',
      todo: '</settings rewards> shows the reason to someone with *Manage Server*. *Send again* tries at once.',
    },
    asked: {
      title: 'A member asks about a claim',
      description: '{{person}} asks about the claim for **{{player}}**. Answer shown: {{verdict}}.',
      todo: '*Open claim* shows what happened, and what you can do about it.',
      decide: '*Open claim* shows what happened. Those who asked are told what you decide, here or there.',
    },
    elsewhere:
      'Only moderators of another Discord server, where it was asked for first, can decide. Those who asked here are told too.',
    decide: '*Open claim* shows what was claimed. Then decide below: those who asked are told.',
    facts: { asked: 'Requested by:', reward: 'Reward:', todo: 'To do:' },
  },
  plan: {
    summary: '**{{plan}}** · {{status}}',
    deletion: 'Scheduled for deletion {{time}}. Act before then to keep it.',
    deletionPast: 'Its deletion was due on {{time}}.',
    grace: 'In its grace period until {{time}}. Pay before then to keep the plan.',
    gracePast: 'Its grace period ended on {{time}}.',
    cancelled: 'Cancelled, so it does not renew. Active until {{time}}.',
    cancelledPast: 'Cancelled, so it was not renewed. Period ended on {{time}}.',
    cancelledOpenEnd: 'Cancelled, so it does not renew at the end of the period.',
    changePending: 'A change to the subscription is pending.',
    stale: 'Saved copy from {{time}}; the plan service is not answering.',
    standard: 'An unknown or deleted server or team also shows as Standard. If this is unexpected, check the ID.',
    checked: 'Checked {{time}}',
    quoted: '“{{text}}”',
    chooseBelow: 'Choose below which plan to show',
    version: 'record version {{version}}',
    kinds: { server: 'Server', team: 'Team' },
    teamModes: { solo: 'solo', studio: 'studio' },
    fields: {
      kind: 'Type',
      interval: 'Billing interval',
      renews: 'Renews',
      wasDue: 'Was due',
      activeUntil: 'Active until',
      periodEnded: 'Period ended',
      change: 'Pending change',
      since: 'Subscription since',
      id: 'ID',
    },
    words: {
      active: 'Active',
      past_due: 'Past due',
      canceled: 'Cancelled',
      month: 'Month',
      year: 'Year',
      plan: 'Plan',
      interval: 'Interval',
      effective_at: 'Effective at',
    },
    changed: '{{what}}: {{value}}',
    unavailable: {
      title: 'Plan service unavailable',
      description:
        'The plan could not be read from the plan service, and there is no saved copy of it. Try again later.',
    },
    keyRefused: {
      title: 'Plan lookups need the operator',
      description: "The plan service refused the bot's application key. Only the operator of this bot can renew it.",
    },
    badId: {
      title: 'Check the entity ID',
      description:
        'A server or team ID has 1 to 80 characters: letters, digits and `_ . : -`. Copy it from where the server or team is managed, or pick one that </plan> offers as you type.',
    },
    noneLinked: {
      title: 'No server or team linked',
      description: 'No server or team is linked in this Discord server yet. Someone with *Manage Server* can link one.',
      manager: 'No server or team is linked in this Discord server yet. Link one with </entity link>.',
    },
    notLinked: {
      title: 'Not linked in this server',
      description:
        'No server or team with this ID is linked in this Discord server. Pick one that </plan> offers as you type.',
    },
    others: 'Show another one',
  },
  plans: {
    title: 'Plans',
    progress: 'Looked up {{done, number}} of {{total, number}}',
    unanswered: 'No answer from the plan service',
    deletion: 'Deletion {{time}}',
    deletionPast: 'Deletion was due {{time}}',
    grace: 'Grace ends {{time}}',
    gracePast: 'Grace ended {{time}}',
    cancelled: 'Cancelled, ends {{time}}',
    cancelledPast: 'Cancelled, ended {{time}}',
    cancelledOpenEnd: 'Cancelled',
    change: 'Change pending',
    stale: 'Saved copy from {{time}}',
    nothing: 'None of these IDs could be looked up.',
    allWell: 'Nothing needs attention.',
    page: '{{total, number}} in all · needing attention: {{attention, number}} · page {{page, number}} of {{pages, number}}',
    fields: { badIds: 'Not a server or team ID', notLinked: 'Not linked in this Discord server', leftOut: 'Left out' },
    leftOut: '{{count, number}}, because at most {{max, number}} are looked up at once.',
    file: {
      title: 'Plans as a file',
      description: 'The file has every plan in this list, with all that the plan service says about it.',
    },
    closed: {
      title: 'This list is closed',
      description: 'It is too old, or not yours. Use </plans> again.',
    },
  },
  entity: {
    ask: {
      title: 'Link this server or team?',
      here: 'According to the plan service, `{{id}}` is:',
      elsewhere: 'To be linked in the Discord server `{{guild}}`. According to the plan service, `{{id}}` is:',
      summary: '**{{name}}** · {{plan}} · {{status}}',
      label: 'It will be listed as **{{label}}**.',
    },
    linked: {
      title: 'Linked',
      description: '**{{label}}** (`{{id}}`) is linked.',
      elsewhere: 'This is for the Discord server `{{guild}}`.',
      isDefault: '</plan> without an ID shows it.',
    },
    already: { title: 'Already linked', description: '`{{id}}` is already linked, so nothing was changed.' },
    full: {
      title: 'Link limit reached',
      description:
        'At most {{max, number}} servers and teams can be linked in a Discord server. Unlink one that is no longer needed.',
    },
    forbidden: {
      title: "You can't use this here",
      description:
        'Only the operator of this bot can link servers and teams in another Discord server. Only the person asked can answer.',
    },
    expired: {
      title: 'Not confirmed in time',
      description:
        'This question is too old, or it has already been answered. If the server or team is not linked yet, use </entity link>.',
    },
    cancelled: { title: 'Not linked', description: 'Nothing was linked.' },
    notHome: {
      title: 'Ask the operator of this bot',
      description:
        'Only the operator of this bot can link servers and teams here. Send them these two IDs:\nDiscord server `{{guild}}`\nserver or team `{{id}}`',
    },
    badGuild: {
      title: 'Check the Discord server ID',
      description: 'The ID of a Discord server has 17 to 20 digits. Copy it in Discord with developer mode on.',
    },
    notInGuild: {
      title: 'The bot is not in that Discord server',
      description: 'This bot is not in the Discord server `{{guild}}`. Check the ID, or invite the bot there first.',
    },
    unlinked: {
      title: 'Unlinked',
      description: '**{{label}}** (`{{id}}`) is no longer linked here.',
    },
    list: {
      line: '**{{label}}**\n-# `{{id}}`',
      defaultLine: '**{{label}}** · default\n-# `{{id}}`',
      page: '{{total, number}} linked · page {{page, number}} of {{pages, number}}',
      pick: 'Make another one the default',
      chooseBelow: 'Choose below which one </plan> shows without an ID.',
    },
  },
  setup: {
    title: 'Setup of this Discord server',
    pick: 'See or change a setting',
    fix: 'Fix: {{what}}',
    start: 'Set up: {{what}}',
    then: 'Then: {{what}}',
    fields: { next: 'Next step', done: 'Done', optional: 'Optional' },
    next: {
      token: 'Votes cannot be claimed here yet: set the access token of your game server.',
      entities: 'Link your server or team, so that </plan> finds its plan.',
      'vote-link': 'Tell members where to vote.',
      announcements: 'Choose where claimed rewards are announced.',
      moderators: 'Choose where to post claims that need a moderator.',
      nothing: 'None: everything needed is set up.',
    },
    names: {
      token: 'Access token',
      entities: 'Linked servers and teams',
      'vote-link': 'Vote links',
      announcements: 'Announcements',
      moderators: "Moderators' channel",
      rewards: 'Rewards on the game server',
      alerts: 'Plan alerts',
      panel: 'Claim panel',
      'voter-role': 'Voter role',
      reminders: 'Reminders to vote',
      goal: 'Goal',
    },
    token: { own: 'Ends in `{{ending}}`', operators: "The operator's", none: 'None: votes cannot be claimed here' },
    badNumber: {
      title: 'Check the number',
      description: 'This has to be a whole number from {{min, number}} to {{max, number}}. Nothing was changed.',
    },
  },
  forms: {
    channel: 'Channel',
    role: 'Role',
    arrival: 'Arrival',
    yes: 'Yes',
    no: 'No',
    hours: 'Hours',
    claims: 'Claims',
    every: 'Period',
    url: 'Vote link',
    label: 'Label',
    id: 'ID',
  },
  settings: {
    token: {
      modalTitle: 'Access token for vote claims',
      modalLabel: 'Access token',
      modalHint: 'From your account with the vote service',
      saved: {
        title: 'Access token saved',
        description:
          'Votes are now claimed with the token that ends in `{{ending}}`. It is stored encrypted and never shown in full. The first claim shows whether it works.',
      },
      otherHooks:
        'Reward targets that are limited to an earlier access token and get no new claims: {{count, number}}. </settings rewards> shows which.',
      askClear: {
        title: 'Clear the access token?',
        description:
          'The token that ends in `{{ending}}` will be deleted here. Only someone who has it can set it again.',
      },
      cleared: {
        title: 'Access token cleared',
        operators: "Votes are now claimed with the operator's token.",
        none: 'Votes cannot be claimed here until a token is set with </settings token>.',
      },
      changed: {
        title: 'The access token has changed',
        description:
          'The token that this button was for is no longer set, so nothing was cleared. </setup> shows what is set now.',
      },
      bad: {
        title: 'Check the access token',
        description:
          'An access token has {{min}} to {{max}} characters, only letters, digits and symbols, and no spaces. Nothing was changed.',
        foreign:
          'This looks like a token for {{service}}. The access token is in your account with the vote service. Nothing was changed.',
      },
    },
    voteLink: {
      saved: 'Vote link saved',
      removed: 'Vote link removed',
      none: 'This Discord server has no vote link of its own.',
      hint: 'Each is a button on messages about votes. `{player}` in a link becomes the player name. The panel does not know a name, so it leaves such links out. There can be up to {{max}}.',
      remove: 'Remove a vote link',
      tooMany: {
        title: 'No room for another vote link',
        description: 'There are {{max}} already. Remove one first: </settings vote-link> lists them.',
      },
      bad: {
        title: 'Check the vote link',
        description:
          'A vote link starts with `https://` and has at most {{max}} characters; `{player}` can be anywhere after the name of the site. Nothing was changed.',
      },
    },
    panel: {
      refused: 'The panel could not be posted',
      states: {
        none: 'There is no panel yet. A panel is a message with your vote links and a button that lets everybody claim. This is how it will look:',
        shown: 'The panel is in <#{{channel}}>. This is how it looks:',
        gone: 'The message of the panel was deleted. This is how it will look:',
        'out-of-reach':
          'The panel is in <#{{channel}}>, where the bot cannot change it any more. Let it see the channel and send messages there, or move it with </settings panel>. This is how it should look:',
      },
      changed: { shown: 'The panel is in <#{{channel}}>.', none: 'The panel was removed.' },
      'out-of-reach':
        'The bot cannot post in this channel. Grant it *View Channel*, *Send Messages* and *Embed Links* there. Nothing was changed.',
      unusable: 'Choose a text or announcement channel. Nothing was changed.',
      modalTitle: 'Text of the panel',
      modalLabel: 'Text',
      modalHint: 'Markdown works, except masked links.',
    },
    announcements: {
      saved: {
        title: 'Announcements saved',
        on: 'Claimed rewards are announced in <#{{channel}}>.',
        off: 'Claimed rewards are not announced.',
      },
      arrival: 'Each says so once its reward has reached the game server.',
      noChannel: {
        title: 'Choose a channel',
        description:
          'Announcements need a channel to be posted in: choose one with the `channel` option. Nothing was changed.',
      },
      stopped: {
        title: 'Announcements are off',
        description:
          'The last announcement could not be posted in <#{{channel}}>: the channel is gone, or the bot is not allowed to send messages there. So announcements were turned off. Let the bot post there, then use </settings announcements> with `on:True`, or choose another channel with `channel:`.',
      },
    },
    alerts: {
      saved: {
        title: 'Plan alerts saved',
        on: 'Changes in the plans of the linked servers and teams are posted in <#{{channel}}>. Reminders come 7 days, 3 days and 1 day before a grace period ends, a cancelled plan ends or a server or team is deleted. Everyone who sees that channel can read them.',
        off: 'Changes in plans are not posted.',
      },
      noChannel: {
        title: 'Choose a channel',
        description:
          'Plan alerts need a channel to be posted in: choose one with the `channel` option. Nothing was changed.',
      },
      stopped: {
        title: 'Plan alerts are off',
        description:
          'The last plan alert could not be posted in <#{{channel}}>: the channel is gone, or the bot is not allowed to send messages there. So plan alerts were turned off. Let the bot post there, then use </settings alerts> with `on:True`, or choose another channel with `channel:`.',
      },
    },
    moderators: {
      saved: {
        title: "Moderators' channel saved",
        on: 'Claims that need a moderator are posted in <#{{channel}}> from now on. The posts say who asked, so choose a channel that only moderators see.',
        off: 'Claims that need a moderator are not posted. </claims> lists them.',
      },
      noChannel: {
        title: 'Choose a channel',
        description:
          'To post claims that need a moderator, choose a channel with the `channel` option. Nothing was changed.',
      },
      stopped: {
        title: "The moderators' channel is off",
        description:
          'The last claim that needs a moderator could not be posted in <#{{channel}}>: the channel is gone, or the bot is not allowed to send messages there. So such claims are not posted any more; </claims> lists them. Let the bot post there, then use </settings moderators> with `on:True`, or choose another channel with `channel:`.',
      },
    },
    role: {
      mentioned:
        'Each alert mentions <@&{{role}}>. Discord notifies its members only if everyone may mention that role, or the bot has *Mention @everyone, @here and All Roles* there.',
      bad: {
        title: 'Choose another role',
        description: 'Any role of this Discord server can be mentioned, except `@everyone`. Nothing was changed.',
      },
    },
    permissions: {
      needed: 'The bot needs *View Channel*, *Send Messages* and *Embed Links* there.',
      missing: 'The bot cannot post there yet. Grant it: {{permissions}}.',
    },
  },
  voterRole: {
    savedTitle: 'Voter role saved',
    problemTitle: 'This role cannot be the voter role',
    on: 'Whoever claims a reward gets <@&{{role}}> for {{duration}}. The next claim extends it.',
    stoppedState:
      'Nobody gets <@&{{role}}> at the moment, because the bot could not give it. It is meant to last {{duration}}.',
    off: 'Whoever claims a reward gets no role.',
    lost: 'Members who will lose the role, as soon as Discord lets the bot remove it: {{count, number}}.',
    unchecked: 'Discord did not say whether the bot may give it. If not, you will be told.',
    unchanged: 'Nothing was changed.',
    none: {
      title: 'Choose a role',
      description: 'Choose it with the `role` option. Nothing was changed.',
    },
    problems: {
      permission:
        'The bot cannot give roles here: it needs *Manage Roles*. Add the bot again with the link that asks for that permission. All settings stay. Or grant it under *Server Settings > Roles*.',
      hierarchy:
        'The bot can give only roles that are below its own. Under *Server Settings > Roles*, drag a role of the bot above <@&{{role}}>.',
      deleted: 'The role is gone. Choose another one.',
      managed: 'Discord or another app gives <@&{{role}}>, so nobody else can. Choose another one.',
      everyone: 'Everyone has `@everyone` already. Choose another one.',
      powerful:
        '<@&{{role}}> has permissions to moderate or manage, and whoever claims would get them. Choose a role without such permissions, or remove them from it.',
      'not-yours':
        'You can choose only a role that you could give yourself: one below your own highest role. <@&{{role}}> is not.',
      refused:
        'Discord does not let the bot give <@&{{role}}>. It needs *Manage Roles* and a role above that one. If moderation requires two-factor authentication here, the owner of the bot needs it too.',
    },
    stopped: {
      title: 'The voter role is off',
      description:
        'So it was turned off. Members keep it until their time is up. Once that is fixed, use </settings voter-role> with `on:True`.',
      another: 'So it was turned off. Choose another one with </settings voter-role>.',
    },
    notice: {
      title: 'No voter role at the moment',
      description:
        'Whoever claims a reward gets no role at the moment. Someone with *Manage Server* can see why with </settings voter-role>.',
    },
  },
  problems: {
    none: 'Nothing is wrong.',
    heading: '**To fix**',
    channelGone: '{{what}}: the channel is gone. Choose another one with {{command}}.',
    channelClosed: '{{what}}: the bot cannot post in <#{{channel}}>. Grant it there: {{permissions}}.',
    channelUnknown: '{{what}}: Discord did not say whether the bot can post in <#{{channel}}>.',
    moderatorsPublic:
      '{{what}}: everybody can see <#{{channel}}>, and the posts name people. Choose a channel that only moderators see.',
    mentionGone: 'Plan alerts: the role that they mention is gone. Choose another one with </settings alerts>.',
    panelGone: 'Claim panel: its message was deleted. Post it again with </settings panel>.',
    panelClosed:
      'Claim panel: the bot cannot change it in <#{{channel}}>. Let it see the channel and send messages there, or move it with </settings panel>.',
    panelUnknown: 'Claim panel: Discord did not say whether it is still there.',
    tokenLost: 'Access token: the key that encrypted it is lost. Set it again with </settings token>.',
    tokenRefused:
      'Access token: the vote service refused it at the last claim. Set another one with </settings token>.',
    operatorsToken:
      "Access token: the vote service refused the operator's at the last claim. Either the operator renews it, or you set your own with </settings token>.",
    entity:
      'Linked server or team {{id}}: the plan service knows no plan for it. Check the ID with </plan>, or unlink it with </entity unlink>.',
    moreEntities: 'Other linked servers and teams without a plan: {{count, number}}. </plans> shows them.',
    plansUnknown: 'Linked servers and teams: the plan service does not answer, so their plans are not known.',
    keyRefused:
      "Linked servers and teams: the plan service refuses the bot's application key. The operator has to renew it.",
    hooks: {
      paused: 'Rewards, {{hook}}: paused. Resume it with </settings rewards>.',
      stopped:
        'Rewards, {{hook}}: the last attempt failed, so nothing is sent. Send a test and resume it with </settings rewards>.',
      gone: 'Rewards, {{hook}}: it accepts nothing more (status 410). Resume it with </settings rewards> if that was a mistake.',
      lost: 'Rewards, {{hook}}: the key that encrypted its address is lost. Add it again with </settings rewards>.',
      failing: 'Rewards, {{hook}}: failing since {{time}}: {{outcome}}. </settings rewards> can send a test.',
    },
  },
  goal: {
    savedTitle: 'Goal saved',
    offTitle: 'The goal is off',
    progress: '**{{count, number}} of {{claims, number}}** claims through this bot, until {{until}}',
    every: { day: 'Each day:', week: 'Each week:', month: 'Each month:' },
    off: 'There is no goal.',
    howTo:
      'Every claim confirmed through this bot here counts, whoever makes it. Days, weeks from Monday and months begin at midnight UTC. The goal is shown on announcements and the claim panel. Once per period, a post says that it has been reached.',
    noNumber: {
      title: 'Choose a number',
      description: 'Use the `claims` option to say how many claims should be confirmed. Nothing was changed.',
    },
    reached: {
      title: 'Goal reached',
      description:
        'Claims confirmed through this bot: **{{claims, number}}**. Thank you all! The count starts over {{until}}.',
    },
  },
  reminders: {
    message: {
      title: 'A reminder to vote: {{guild}}',
      description:
        '**{{guild}}** says that members can vote again after {{duration}}. Your latest reward there was claimed {{relative}}.\n\nYou get this because you asked for it. *Stop reminders* turns them off.',
    },
    now: {
      title: 'Your reminders to vote',
      on: 'You get a direct message {{duration}} after your latest claimed reward here: this Discord server says you can vote again by then.',
      next: 'The next one comes {{time}}.',
      nextClaim: 'The next one follows your next claimed reward.',
      quiet:
        'No reminder comes between {{from}} and {{to}} ({{zone}}): one that is due then comes shortly after. This applies in every Discord server.',
      noQuiet: 'You have no quiet hours. Set them with </remind> and `from:`, `to:` and `timezone:`.',
      off: 'You get no reminders to vote from this Discord server.',
      notHere:
        'This Discord server reminds nobody to vote at the moment. Someone with *Manage Server* can turn that on with </settings reminders>.',
    },
    quiet: {
      incomplete: {
        title: 'Quiet hours incomplete',
        description:
          'Quiet hours need a start, an end and a time zone: `from:`, `to:` and `timezone:`. Nothing was changed.',
      },
      'no-hours': {
        title: 'Choose two different hours',
        description: 'Quiet hours cannot begin and end at the same hour. Nothing was changed.',
      },
      'bad-zone': {
        title: 'Check the time zone',
        description:
          'Choose one of those that are offered as you type, such as `Europe/London`, or give the offset from UTC: `UTC+2`. Nothing was changed.',
      },
    },
    stopped: {
      title: 'Reminders are off',
      description: 'You get no more reminders to vote from that Discord server. </remind> there turns them on again.',
    },
    closed: {
      title: 'Your reminders to vote are off',
      description:
        'Discord did not let the bot send you a direct message, so it stopped reminding you here. Allow direct messages in the privacy settings of this Discord server, and unblock the bot if you blocked it; then use </remind>.',
    },
    guild: {
      saved: 'Reminders to vote saved',
      on: 'Members who want it get a direct message {{duration}} after their latest claimed reward, with the vote links. It tells them that, according to this Discord server, they can vote again.',
      off: 'Members are not reminded to vote.',
      wanted: 'Members who want it: {{count, number}}.',
      howTo: 'Each member decides with </remind>, or *Remind me* under the answer to a claim.',
    },
  },
  rewards: {
    list: {
      none: 'Rewards are not sent anywhere yet. If your Minecraft server has NuVotifier, add it. Its plugins hand out each reward, even to players who join later. Any other game server can be told through a webhook.',
      description: 'Each claimed reward is sent to all of these. Choose one below to see or change it.',
      line: '**{{hook}}** · {{address}}\n{{state}} · waiting: {{waiting, number}}',
      tests: 'Newest test votes',
      option: '{{hook}} · {{state}}',
      pick: 'Show one of these',
    },
    names: { webhook: 'Webhook {{number}}', votifier: 'NuVotifier {{number}}', gone: 'Target {{number}}' },
    failing: 'failing since {{time}}: {{outcome}}',
    states: { on: 'On', paused: 'Paused', stopped: 'Stopped after the last attempt', gone: 'Refused for good (410)' },
    detail: {
      title: 'Rewards: {{hook}}',
      failing: '**It has been failing** since {{time}}. Last reason: {{outcome}}.',
      states: {
        lost: 'Nothing can be sent: the address is lost.',
        on: 'Rewards are sent as they are claimed. Failed ones are tried ten times in three days.',
        paused: 'Nothing is sent until you resume it. Rewards claimed meanwhile wait, for 30 days at most.',
        stopped:
          'Too many attempts failed, so nothing is sent any more. Send a test. Once it arrives, resume sending. What is waiting then goes out in the order of the claims.',
        gone: 'It accepts nothing more (status 410), so nothing is sent. Resume it if that was a mistake.',
      },
      lost: 'Lost with the key that encrypted it. Remove this and add it again.',
      claims: {
        all: 'Every claim in this Discord server',
        'of-current-token': 'Only claims with the access token in use',
        'of-other-token': 'Only claims with an earlier access token',
      },
      twoSecrets: 'The new one is valid; so is the old one until {{until}}.',
      fields: {
        address: 'Address',
        claims: 'Which claims to send',
        waiting: 'Waiting to be sent',
        secret: 'Secret',
        service: 'Service name of these votes',
      },
      newToken: '**The new token is used** from now on.',
      paused: '**Paused.**',
      resumed: '**Resumed.** What waits is being sent now.',
      narrowed: '**Limited** to claims with the access token in use.',
      widened: '**No longer limited.**',
    },
    add: {
      modalTitle: 'Add a reward webhook',
      modalLabel: 'Address that rewards are sent to',
      modalHint: 'Begins with https',
      done: {
        title: 'Webhook added',
        description:
          'This is the secret of webhook {{number}}. With it, your game server knows that a message is real. Copy it now: it is stored encrypted and never shown again.\n`{{secret}}`',
      },
      bad: {
        title: 'Check the address',
        form: 'A webhook needs a whole web address, such as `https://game.example/votes`, without a user name or password. Nothing was changed.',
        https:
          'The address must start with `https://`, so that nobody on the way can read or change what is sent. Nothing was changed.',
        private:
          'The address must lead to the public internet, not to this machine or a private network. Nothing was changed.',
      },
      full: {
        title: 'Target limit reached',
        description: 'A Discord server can send rewards to {{max}} targets. Remove one you no longer need.',
      },
    },
    votifier: {
      modalTitle: 'Add a server with NuVotifier',
      addressLabel: 'Address and port of NuVotifier',
      tokenLabel: 'Token',
      tokenHint: 'In config.yml of NuVotifier, under tokens, after default',
      newTokenTitle: 'Use another token',
      done: {
        title: 'NuVotifier added',
        description:
          '{{hook}} gets a vote for each claimed reward from now on. Plugins know these votes by the service name `{{service}}`. Send a test for one of your players.',
      },
      bad: {
        known: 'This game server gets these claims already, and would hand out each reward twice. Nothing was changed.',
        form: 'This needs the address of your game server and the port of NuVotifier, such as `play.example.org:8192`. Nothing was changed.',
        private:
          'The address must lead to the public internet, not to this machine or a private network. Nothing was changed.',
      },
      badToken: {
        title: 'Check the token',
        description:
          'A token has no spaces. It is in `config.yml` of NuVotifier, under `tokens:`, after `default:`. Nothing was changed.',
      },
      testTitle: 'Send a test vote',
      testLabel: 'Player who gets the vote',
      testHint: 'The player really gets a reward, as for any vote. At most 16 letters, digits and underscores.',
    },
    rotated: {
      title: 'New secret',
      description:
        'This is the new secret of webhook {{number}}. Copy it now: it is never shown again. The old one stays valid for a day, so that your game server can switch.\n`{{secret}}`',
    },
    test: {
      delivered: { title: 'The test arrived', description: '{{hook}}: {{outcome}}.' },
      refused: {
        title: 'The test was not accepted',
        description: '{{hook}}: {{outcome}}. Only a status from 200 to 299 counts as accepted.',
      },
      failed: {
        title: 'The test did not arrive',
        description: '{{hook}}: {{outcome}}.',
      },
      notTaken: { title: 'The test vote was not taken', description: '{{hook}}: {{outcome}}.' },
      unclear: {
        title: 'The test vote may have arrived',
        description: '{{hook}}: {{outcome}}. Check whether the player has it before you send another one.',
      },
    },
    askRemove: {
      title: 'Remove this target?',
      description:
        '{{hook}} will be forgotten with its address and its secret. Waiting rewards that will not be sent: {{waiting, number}}. To stop only for a while, pause it instead.',
    },
    noToken: {
      title: 'No access token to limit it to',
      description:
        'No access token is in use here now, so this cannot be limited to one. Nothing was changed. </settings token> sets one.',
    },
    notFound: {
      title: 'Not found',
      description: 'This target was removed. </settings rewards> lists the targets.',
    },
    failingNews: {
      title: '{{hook}} is not taking rewards',
      description:
        'The last attempts failed: {{outcome}}. Rewards not accepted are tried again. Moderators decide on those that may have arrived. </settings rewards> shows more and can send a test.',
    },
    stopped: {
      title: '{{hook}} is off',
      stopped:
        'Rewards were turned down there repeatedly, so nothing is sent there any more. No message is lost. In </settings rewards>, send a test there and resume it once the test arrives.',
      gone: 'It accepts nothing more (status 410), so nothing is sent there any more. If that was a mistake, resume it in </settings rewards>.',
    },
    notice: {
      title: 'Rewards are delayed',
      description:
        'Claimed rewards do not reach the game server at the moment. None is lost. Someone with *Manage Server* can see why with </settings rewards>.',
    },
    outcomes: {
      accepted: 'it was accepted (status {{status}})',
      refused: 'it was answered with status {{status}}',
      unreachable: 'the address could not be reached: check its name, its port and its certificate',
      'no-answer': 'no answer came',
      'vote-taken': 'the vote was taken',
      'vote-failed': 'NuVotifier reported an error while a plugin took the vote; its log says which',
      'no-votifier':
        'no NuVotifier answered at this address: check the host, and the port, after port in its config.yml',
      'bad-name': 'a name in a vote has at most 16 letters, digits and underscores, so nothing was sent',
      'bad-token': 'NuVotifier refused the token: it must be the one in its config.yml, under tokens, after default',
      'unknown-service': 'NuVotifier has no token for this bot: in its config.yml, add default under tokens',
      'bad-challenge': 'NuVotifier refused its own challenge',
      blocked: 'the address does not lead to the public internet',
      unreadable: 'its address or secret is lost with the key that encrypted it',
    },
    deliveries: {
      goneHook: '{{hook}}, removed since',
      held: 'waits for a moderator to say whether the vote was claimed',
      sending: 'is being sent',
      parked: '**a moderator decides**: {{outcome}}',
      due: 'not accepted yet',
      delivered: 'accepted {{time}}',
      dropped: 'was not sent',
      tried: 'attempts: {{tries}}, last result: {{outcome}}',
      triedInAll: 'attempts in all: {{tries}}',
    },
  },
  alerts: {
    titles: {
      deletion: 'Deletion {{days, relativetime(day)}}: {{label}}',
      grace: 'Grace period ends {{days, relativetime(day)}}: {{label}}',
      period: 'Plan ends {{days, relativetime(day)}}: {{label}}',
      'deletion-scheduled': 'Deletion scheduled: {{label}}',
      'grace-begun': 'Grace period begun: {{label}}',
      cancelled: 'Plan cancelled: {{label}}',
      'plan-changed': 'Plan changed: {{label}}',
      'status-changed': 'Status changed: {{label}}',
      'change-pending': 'Plan change pending: {{label}}',
      'pending-change-changed': 'Pending plan change altered: {{label}}',
      'pending-change-dropped': 'Plan change called off: {{label}}',
      'grace-ended': 'Grace period over: {{label}}',
      'cancellation-withdrawn': 'Cancellation withdrawn: {{label}}',
      'deletion-lifted': 'Deletion called off: {{label}}',
    },
    'plan-changed': 'The plan changed from **{{from}}** to **{{to}}**.',
    'status-changed': 'The status changed from **{{from}}** to **{{to}}**.',
    'grace-begun': 'A grace period has begun. It ends {{time}}. Pay before then to keep the plan.',
    'grace-ended': 'The grace period is over. </plan> shows the current status.',
    cancelled: 'The plan was cancelled, so it does not renew. It is active until {{time}}.',
    cancelledOpenEnd: 'The plan was cancelled, so it does not renew at the end of the period.',
    'cancellation-withdrawn': 'The cancellation was withdrawn.',
    'change-pending': 'A plan change is pending:\n{{change}}',
    'pending-change-changed': 'The pending plan change is now:\n{{change}}',
    'pending-change-dropped': 'No plan change is pending any more.',
    'deletion-scheduled': 'Deletion is scheduled for {{time}}. Act before then to keep it.',
    'deletion-lifted': 'It is not scheduled for deletion any more.',
    warning: {
      grace: 'Reminder: the grace period ends {{time}}. Pay before then to keep the plan.',
      period: 'Reminder: the plan is cancelled and ends {{time}}.',
      deletion: 'Reminder: it will be deleted {{time}}. Act before then to keep it.',
    },
  },
  privacy: {
    exported: {
      title: 'Your data',
      description: 'The file has everything that this bot has stored about you, in every Discord server.',
    },
    ask: {
      title: 'Delete your data?',
      description:
        "Your claims, remembered names and reminders will be deleted in every Discord server. Your name will be taken off the servers and teams you linked and the claims you resolved. Your claims will leave the moderators' list in </claims> too, unless someone else asked for the same ones. Posts already in channels will stay there. This cannot be undone. Votes that are confirmed stay confirmed. A claim under way will be finished, but you will not be told how it ends.",
    },
    deleted: {
      title: 'Your data is deleted',
      description: 'Nothing that this bot has stored points to you any more. Posts already in channels stay there.',
    },
    kept: { title: 'Nothing was deleted', description: 'Your data is as it was.' },
  },
  panel: {
    title: 'Voted? Claim your reward',
    text: 'Vote for us, then press *Claim my vote*. Only you see the answer.',
  },
  help: {
    title: 'What you can do here',
    everyone:
      '</claimvote>: claim the reward for your vote\n</privacy export>: get your stored data as a file\n</privacy delete>: delete your stored data',
    remind: '</remind>: get a direct message when you can vote again, and choose your quiet hours',
    notSetUp: 'Votes cannot be claimed here until a manager of this Discord server has set an access token.',
    moderators:
      '</plan>: look up the plan of a server or team\n</plans>: see many plans at once\n</claims>: see past claims, and decide on those never confirmed. *Claims of this member*, under *Apps* in the menu of a member, shows theirs.',
    managers: '</setup>: see what is set up here, and change it\n</entity unlink>: unlink a server or team',
    fields: { moderators: 'As a moderator', managers: 'As a manager' },
    toFix: 'Something does not work: </setup> shows what, and how to fix it.',
    setUp: '</setup> takes you there.',
    optional: 'Optional, and not set up yet: {{what}}. </setup> has it all.',
    footer: 'Type / to see every command that you can use.',
  },
  common: {
    forbidden: {
      title: "You can't use this here",
      description: 'You need the *{{permission}}* permission.',
    },
    permissions: {
      manageServer: 'Manage Server',
      moderateMembers: 'Timeout Members',
      manageRoles: 'Manage Roles',
      viewChannel: 'View Channel',
      sendMessages: 'Send Messages',
      embedLinks: 'Embed Links',
    },
    number: '{{value, number}}',
    hours_one: '{{count, number}} hour',
    hours_other: '{{count, number}} hours',
    more_one: 'and {{count, number}} more',
    more_other: 'and {{count, number}} more',
    reference: 'Reference {{reference}}',
    wait: {
      title: 'Please wait',
      until: 'The service is busy. Try again {{relative}}.',
      unknown: 'The service is busy. Try again in a moment.',
      tooFast: 'Requests are coming in too fast. Try again {{relative}}.',
    },
    storage: {
      title: 'Storage unavailable',
      description: 'The bot cannot save anything at the moment, so nothing was done. Try again later.',
    },
    unclear: {
      title: 'Unclear whether it was saved',
      claim:
        'The database did not say whether it saved your claim. If it did, you are told here soon. If this does not change within a minute, use </claimvote> again: no vote is rewarded twice.',
      decision:
        'The database did not say whether it saved this. Open the claim again: what it shows there holds. If your decision is missing, make it again.',
      change:
        'The database did not say whether it saved your change, so it may hold already. Look at it again before you repeat it.',
    },
    unforeseen: {
      title: 'Something went wrong',
      description: 'If it happens again, send the operator of this bot the reference `{{reference}}`.',
    },
  },
  buttons: {
    change: 'Change',
    add: 'Add',
    setUp: 'Setup',
    checkAgain: 'Check again',
    vote: 'Vote',
    voteOn: 'Vote: {{label}}',
    claimMyVote: 'Claim my vote',
    editText: 'Edit the text',
    usualText: 'Use the usual text',
    removePanel: 'Remove the panel',
    refresh: 'Refresh',
    share: 'Share',
    manageBilling: 'Manage billing',
    needsAttention: 'Needs attention',
    showAll: 'Show all',
    rememberName: 'Remember this name',
    link: 'Link it',
    cancel: 'Cancel',
    earlier: 'Previous page',
    later: 'Next page',
    clearToken: 'Clear token',
    stopMentioning: 'Stop mentioning the role',
    deleteData: 'Delete my data',
    markResolved: 'Mark resolved',
    wasClaimed: 'It was claimed',
    wasNotClaimed: 'It was not claimed',
    sendAgain: 'Send again',
    handOutAgain: 'Hand it out again',
    tellModerators: 'Tell the moderators',
    itArrived: 'It arrived',
    addVotifier: 'Add NuVotifier',
    addWebhook: 'Add a webhook',
    showHook: 'Show {{hook}}',
    newToken: 'New token',
    sendTest: 'Send a test',
    pause: 'Pause',
    resume: 'Resume',
    newSecret: 'New secret',
    onlyThisToken: 'Only the token in use',
    everyClaim: 'Every claim',
    turnOff: 'Turn off',
    remove: 'Remove',
    allowRoles: 'Let the bot give roles',
    remindMe: 'Remind me',
    stopReminding: 'Stop reminders',
    noQuietHours: 'No quiet hours',
    backToList: 'Back to the list',
    openClaim: 'Open claim',
    tryAgain: 'Try again',
    downloadCsv: 'Download CSV',
  },
  commands: {
    help: { description: 'What you can do here' },
    claimvote: {
      description: 'Claim the reward for your vote',
      playername: 'Your player name, as it is spelled in the game',
    },
    claims: {
      description: 'Past claims in this Discord server, those waiting for a moderator first',
      ofMember: 'Claims of this member',
      playername: 'Only claims for players whose name contains this',
      member: 'Only claims that this member asked for',
      reference: 'Only the claim with this reference, as shown to whoever asked',
      outcome: 'Only claims with this outcome',
      outcomes: {
        parked: 'Waiting for a moderator',
        open: 'Under way',
        granted: 'Reward claimed',
        none: 'No vote found yet',
        already: 'Already claimed',
        'likely-granted': 'Vote claimed, first answer lost',
        pending: 'Not confirmed, even if marked resolved',
        refused: 'Turned down by the vote service',
        unavailable: 'Vote service unavailable',
        postponed: 'Not sent by the bot, busy or interrupted',
        undelivered: 'Reward not there yet',
      },
    },
    plan: {
      description: "Show a server's or team's subscription plan",
      entity: 'ID of the server or team; leave out for the default one',
    },
    plans: {
      description: 'Show the plans of all servers and teams linked here, with a CSV file',
      entities: 'IDs separated by commas or spaces; leave out for all that are linked',
    },
    entity: {
      description: 'The servers and teams whose plans can be looked up here',
      link: {
        description: 'Link a server or team',
        id: 'ID of the server or team',
        label: "What to call it here; leave out for the plan service's name",
        guild: 'ID of another Discord server to link it in (only for the operator of this bot)',
      },
      unlink: { description: 'Unlink a server or team', id: 'ID of the server or team' },
      list: { description: 'Show what is linked, and choose the default' },
    },
    setup: { description: 'See what is set up here, what is wrong and what comes next' },
    settings: {
      description: 'How this bot works in this Discord server',
      token: { description: 'Set the access token that votes are claimed with' },
      panel: {
        description: 'Post a message with a button that lets everybody claim',
        channel: 'Where to post it',
      },
      'vote-link': {
        description: 'Add or remove a vote link',
        url: 'An https: link; {player} becomes the name',
        label: 'What its button says; leave out for Vote',
      },
      announcements: {
        description: 'Thank voters publicly when a reward is claimed',
        channel: 'Where to post',
        on: 'Whether to post',
        arrival: 'Whether to add that the reward has reached the game server',
      },
      alerts: {
        description: 'Post changes in the plans of the linked servers and teams',
        channel: 'Where to post',
        on: 'Whether to post',
        role: 'The role to mention in each post; optional',
      },
      moderators: {
        description: 'Post claims that need a moderator',
        channel: 'Where to post: a channel that only moderators see',
        on: 'Whether to post',
      },
      rewards: { description: 'Set where claimed rewards are sent, for your game server to hand them out' },
      'voter-role': {
        description: 'Give a role for some hours to whoever claims a reward',
        role: 'The role to give',
        hours: 'For how many hours; the next claim extends it',
        on: 'Whether to give it',
      },
      goal: {
        description: 'Set how many claims should be confirmed each day, week or month',
        claims: 'How many',
        every: 'How long; leave out for the same as before, or a week',
        periods: { day: 'Day', week: 'Week', month: 'Month' },
        on: 'Whether there is a goal',
      },
      reminders: {
        description: 'Offer members reminders to vote again',
        hours: 'How many hours after their latest claimed reward',
        on: 'Whether to remind',
      },
    },
    remind: {
      description: 'Get a direct message when you can vote again',
      on: 'Whether to remind you; leave out for yes',
      from: 'When your quiet hours begin: no message from then on',
      to: 'When your quiet hours end',
      timezone: 'The time zone of your quiet hours: type a city, or UTC+2',
    },
    privacy: {
      description: 'What this bot has stored about you',
      export: { description: 'Get everything that is stored about you as a file' },
      delete: { description: 'Delete what is stored about you' },
    },
  },
} as const;

/** What another language has to say: the same texts by the same names. */
export type Texts = Translated<typeof en>;
type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };
