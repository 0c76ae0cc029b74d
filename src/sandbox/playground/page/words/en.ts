import type { ExampleName, FaultName, HostName, LogEntry, Party, PersonRole, UnknownMention } from '../../protocol.ts';
import { phrase } from './phrase.ts';

/** The type of the page's own texts, taken from the English ones. */
export type Words = typeof en;

/** The console uses these words, too, for what it shares with the page. */
export const en = {
  title: (bot: string) => `${bot} playground`,
  dismiss: 'Dismiss',
  /** For a person who is no longer there. */
  someone: 'Someone',

  channel: {
    all: 'Channels',
    openPanel: (panel: unknown) => phrase`${panel}: be somebody else, vote, set plans, break a service`,
    messages: (channel: string) => `Messages in #${channel}`,
    directMessages: (bot: string) => `Direct messages of ${bot}`,
    unread: 'unread',
    unreadPing: 'unread, pings you',
  },

  welcome: {
    title: (channel: string) => `Welcome to #${channel}`,
    youAre: (person: unknown) => phrase`You are ${person}. Nothing here is real, so try everything.`,
    voteWaits: (player: string, line: unknown) =>
      phrase`A vote of ${player} is waiting: type ${line} below and press Enter.`,
    allClaimed: (votes: unknown) => phrase`Every vote is claimed; cast another one under ${votes}.`,
    allCommands: (slash: unknown, bot: string) => phrase`${slash} alone shows all commands that ${bot} offers you.`,
    direct: (person: unknown, settings: unknown, remind: unknown) =>
      phrase`Only ${person} sees them. Once a manager has used ${settings}, a member who used ${remind} and claims a vote is reminded here to vote again: a day later in earnest, some seconds later in the sandbox.`,
  },

  message: {
    app: 'App',
    used: (person: unknown, command: unknown) => phrase`${person} used ${command}`,
    thinking: (bot: string) => `${bot} is thinking…`,
    sending: 'Sending…',
    notAnswered: 'The application did not respond',
    edited: '(edited)',
    onlyYou: 'Only you can see this',
    dismiss: 'Dismiss message',
    pings: (names: string) => `Pings ${names}`,
    pingsYou: (names: string) => `Pings ${names}, and so you`,
    spoiler: 'Spoiler',
    newTab: '(opens in a new tab)',
    choose: 'Choose',
    select: 'Make a selection',
    /** Discord's mentions of unknown things. */
    unknown: {
      user: '@unknown-user',
      channel: '#unknown',
      role: '@unknown-role',
    } satisfies Record<UnknownMention, string>,
  },

  modal: { close: 'Close', cancel: 'Cancel', submit: 'Submit' },

  composer: {
    label: (channel: string) => `Message #${channel}`,
    placeholder: (channel: string) => `Type / to use a command in #${channel}`,
    send: 'Send',
    suggestions: 'Suggestions',
    required: 'required',
    change: 'change',
    enterSends: 'Enter sends it',
    bringsBack: '↑ brings back what you sent last',
    asking: 'Asking for suggestions…',
    noAnswer: 'No suggestions: the bot did not answer',
    nothingYet: 'Nothing to suggest yet',
    takesTyped: 'Nothing to suggest: Enter takes what you typed',
    pickCommand: 'Type / and pick a command: the bot reads nothing else.',
    noOptions: 'This command takes no options.',
    writeOptions: (options: string) => `Write options as ${options}`,
    mustBeFilled: (option: string) => `${option} must be filled in.`,
    takesOneOfList: (option: string) => `${option} takes one of the list.`,
    takesNumber: (option: string) => `${option} takes a number.`,
    takesInteger: (option: string) => `${option} takes a whole number.`,
    takes: (option: string, range: string) => `${option} takes ${range}.`,
    takesLength: (option: string, range: string) => `${option} takes a text of this length: ${range}.`,
    range: (least: number, most: number) => `${least} to ${most}`,
    atLeast: (least: number) => `at least ${least}`,
    atMost: (most: number) => `at most ${most}`,
  },

  panel: {
    title: 'Behind the scenes',
    back: 'Back to the channel',
    tabs: 'What you can change',
    people: 'You',
    votes: 'Votes',
    rewards: 'Rewards',
    plans: 'Plans',
    faults: 'Faults',
    switchedOn: 'switched on',
  },

  people: {
    title: 'Who you are',
    languageOf: (person: string) => `Language of ${person}`,
    menuOf: 'Apps in the menu of',
    roles: {
      operator: 'Operator',
      manager: 'Manager',
      moderator: 'Moderator',
      member: 'Member',
    } satisfies Record<PersonRole, string>,
    about: {
      operator: (person: string) => `${person} owns the application and manages this server.`,
      manager: (person: string) => `${person} manages this server.`,
      moderator: (person: string) => `${person} moderates members.`,
      member: (person: string) => `${person} may chat and use commands.`,
    },
  },

  votes: {
    title: 'Votes',
    player: 'Player who votes for the game server',
    cast: 'Cast a vote',
    hasVoted: (player: string) => `${player} has voted.`,
    noneWaits: 'No vote waits to be claimed.',
    waiting: (players: string) => `Waiting to be claimed: ${players}.`,
    token: (command: unknown, token: unknown) => phrase`${command} asks for an access token. This one works: ${token}`,
  },

  rewards: {
    title: 'Rewards at the game server',
    addWebhook: (command: unknown, address: unknown) =>
      phrase`As a manager, use ${command} and add a webhook to ${address}`,
    giveSecret: 'Give the game server the secret that you are shown',
    give: 'Give',
    accepts: 'The game server accepts what is signed with this secret.',
    knowsSecret: 'It knows one, and turns down what is signed with another.',
    knowsNone: 'It knows none yet, and turns every message down.',
    claim: 'Claim a vote.',
    handedOver: 'Who got what',
    nobody: 'Nobody has got a reward yet.',
    got: (player: unknown, time: string) => phrase`${player} got a reward at ${time}`,
    reference: (reference: unknown, told: string) => phrase`Reference ${reference}, ${told}`,
    told: (times: number) => (times === 1 ? 'told once' : `told ${times} times, handed over once`),
    votifier: 'Rewards by NuVotifier',
    addVotifier: (command: unknown, address: unknown, token: unknown) =>
      phrase`As a manager, use ${command} and add NuVotifier at ${address} with the token ${token}`,
    player: 'Player who joins, and gets what waits for them',
    join: 'Join',
    leave: (player: string) => `${player} leaves`,
    isOnline: (player: string) => `${player} is online.`,
    isAway: (player: string) => `${player} is away.`,
    online: (players: string) => `Online: ${players}.`,
    nobodyOnline: 'Nobody is online: rewards by NuVotifier wait.',
    waiting: (players: string) => `Rewards waiting for their players: ${players}.`,
    vote: (service: unknown) => phrase`A vote of ${service}, by NuVotifier`,
  },

  plans: {
    title: 'Plans',
    entity: 'Server or team',
    becomes: 'Its plan becomes',
    set: 'Set',
    isNow: (entity: string, about: string) => `${entity} is now: ${about}.`,
    examples: (count: number) => `${count} plans to look at`,
    about: {
      active: 'a paid server, all well',
      studio: 'a team in studio mode, paid by the year',
      solo: 'a team of one, in solo mode',
      grace: 'payment failed, three days of grace left',
      cancelled: 'cancelled, active until the period ends',
      'deletion-scheduled': 'deletion scheduled in a week',
      'pending-change': 'a change of plan is pending',
      'all-at-once': 'grace, cancellation, pending change and deletion at once',
      standard: 'on the Standard plan',
      unseen: 'plan, status and interval of values nobody has seen',
      opaque: 'a pending change of a shape nobody has seen',
      hostile: 'a name full of markdown, mentions and invisible characters',
      nameless: 'a paid server without a name',
      seconds: 'grace and deletion dates in epoch seconds',
      milliseconds: 'grace and deletion dates in epoch milliseconds',
      undated: 'a grace date that cannot be read',
    } satisfies Record<ExampleName, string>,
  },

  faults: {
    title: 'How the services fail',
    hosts: { identity: 'Identity service', main: 'Main service', game: 'Game server' } satisfies Record<
      HostName,
      string
    >,
    working: 'Working',
    broken: 'Broken',
    faultOf: (host: string) => `Fault of the ${host}`,
    pick: 'Choose a fault',
    howOften: 'How often',
    break: 'Break',
    heal: 'Heal',
    works: (host: string) => `${host}: works again.`,
    /** A fault that was switched on: `Main service: down (answers 503: it is down), next request.` */
    on: (host: string, fault: string, about: string, span: string) => `${host}: ${fault} (${about}), ${span}.`,
    option: (fault: string, about: string) => `${fault}: ${about}`,
    /** How many requests a fault strikes. */
    requests: (times: number) => (times === 1 ? 'next request' : `next ${times} requests`),
    untilHealed: 'until healed',
    /** In English, the names that the console takes. */
    names: {
      slow: 'slow',
      hang: 'hang',
      lost: 'lost',
      reset: 'reset',
      garbage: 'garbage',
      down: 'down',
      busy: 'busy',
      forbidden: 'forbidden',
      'bad-token': 'bad-token',
      off: 'off',
      error: 'error',
      gone: 'gone',
      moved: 'moved',
      stranger: 'stranger',
    } satisfies { [Name in FaultName]: Name } as Record<FaultName, string>,
    /** The effect of each fault. */
    about: {
      slow: 'answers after a second and a half',
      hang: 'takes the request and never answers',
      lost: 'does what it is asked, and the answer is lost',
      reset: 'cuts the connection before it does anything',
      garbage: 'does what it is asked, and answers nonsense',
      down: 'answers 503: it is down',
      busy: 'answers 429: too many requests, again in 30 seconds',
      forbidden: 'answers 403: the request is forbidden',
      'bad-token': 'answers 401: the credential is not accepted',
      off: 'is switched off: connections are refused',
      error: 'answers 500: something went wrong there',
      gone: 'answers 410: it wants no more messages',
      moved: 'answers 302: it wants to be asked elsewhere',
      stranger: 'greets as an SSH server in place of NuVotifier',
    } satisfies Record<FaultName, string>,
  },

  log: {
    title: 'Data flow',
    label: 'What crossed the boundaries',
    show: 'Show',
    clear: 'Clear',
    boundaries: {
      all: 'Everything',
      gateway: 'Discord’s events',
      rest: 'Calls to Discord',
      main: 'Calls to the main service',
      identity: 'Calls to the identity service',
      game: 'Calls to the game server',
    } satisfies Record<LogEntry['boundary'] | 'all', string>,
    parties: {
      discord: 'Discord',
      bot: 'Bot',
      main: 'Main',
      identity: 'Identity',
      game: 'Game',
    } satisfies Record<Party, string>,
    to: 'to',
    nothingYet: 'Nothing yet. Use a command, and see what happens.',
    background: 'In the background',
    noAnswer: 'no answer',
    sent: 'Sent',
    answer: 'Answer',
    noBody: 'It has no body.',
  },

  /** Why something was not done. */
  refusals: {
    'may-not-use': (person: string, command: string) => `${person} cannot use ${command}`,
    'does-not-see': (person: string) => `${person} does not see this message`,
    'message-gone': 'The message was deleted',
    'form-gone': 'The form is no longer open',
    'no-player': 'Give the name of a player',
    'no-secret': 'A secret of a webhook begins with whsec_, and is copied as a whole.',
    'no-command': (command: string, id: string) => `The bot has no command ${command} with the id ${id}.`,
    interrupted: 'The sandbox does not answer. Is it still running?',
    restarted: 'The sandbox was restarted: open the address that it printed.',
  },
};
