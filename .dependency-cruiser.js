/** The rooms of the house, from the top floor down: each may import what stands below it, and itself. */
const FLOORS = [
  '^src/(bundled|main|program|tasks)\\.ts$',
  '^src/terminal-setup/',
  '^src/process/',
  '^src/metrics/',
  '^commands/',
  '^src/discord/',
  '^src/claims/',
  '^src/rewards/',
  '^src/reminders/',
  '^src/plans/',
  '^src/guilds/',
  '^src/people/',
  '^src/secrets/',
  '^src/database/',
  '^src/http/',
  '^src/ui/',
  '^src/locales/',
  '^src/config\\.ts$',
  // What every floor knows.
  '^src/work/|^src/(addresses|formats|member|secret|written-values)\\.ts$',
];
const DOMAIN = '^src/(claims|rewards|reminders|plans|guilds|people)/';

/** The same within folders, so that no folders beside each other are in a circle. */
const INNER_FLOORS = [
  ['^commands/[a-z-]+\\.ts$', '^commands/settings/', '^commands/overview/'],
  ['^src/discord/incoming/', '^src/discord/(outgoing/|invite\\.ts$)', '^src/discord/rest/'],
  [`${DOMAIN}views/`, `${DOMAIN}store/`],
  ['^src/sandbox/console/', '^src/sandbox/playground/', '^src/sandbox/hosts/', '^src/sandbox/discord/'],
  ['rest', 'person', 'gateway', 'validation'].map((name) => `^src/sandbox/discord/${name}/`),
  ['panel', 'channel', 'composer'].map((name) => `^src/sandbox/playground/page/${name}/`),
];

export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'An import of types counts too',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'no-undeclared-packages', severity: 'error', from: {}, to: { dependencyTypes: ['npm-no-pkg', 'unknown'] } },
    ...[FLOORS, ...INNER_FLOORS].flatMap((floors) =>
      floors.map((floor, index) => ({
        name: `only-downwards-from-${floor.replace(/[^a-z|]/g, '')}`,
        comment: `${floor} may import only what stands below it`,
        severity: 'error',
        from: { path: floor, pathNot: floors.slice(0, index) },
        to: { path: ['^test/', ...floors.slice(0, index)], pathNot: floors.slice(index) },
      })),
    ),
    {
      name: 'stores-know-only-the-words-of-their-domain',
      comment:
        'A store may import the types of its domain and what judges them, but neither its services nor what people read',
      severity: 'error',
      from: { path: `${DOMAIN}store/` },
      to: {
        path: DOMAIN,
        pathNot: [
          '^src/[a-z]+/store/',
          '^src/people/player-name\\.ts$',
          '^src/plans/(changes|plan)\\.ts$',
          '^src/guilds/(day-start|goal|own-names|panel-message)\\.ts$',
          '^src/claims/(claim|escalation|folded-name|reference|states|timings|verdict)\\.ts$',
          '^src/rewards/(hook|message|schedule|voter-role)\\.ts$',
          '^src/reminders/reminder\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'views-read-nothing',
      comment: 'A view is given what it shows; of stores, services and clients it knows only types and limits',
      severity: 'error',
      from: { path: `${DOMAIN}views/` },
      to: { path: '^src/([a-z]+/store|database|secrets|http)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-stores-write-sql',
      comment: 'What is read and written is a function of a store; the rest knows neither Kysely nor the tables',
      severity: 'error',
      from: {
        path: '^(src|commands)/',
        pathNot: ['^src/database/', `${DOMAIN}(store/|domain\\.ts$)`, '^src/secrets/sealed-[a-z]+\\.ts$'],
      },
      to: { path: ['node_modules/kysely/', '^src/database/(store|schema)\\.ts$'] },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'What a migration does is in its own file, so that the hash of the file covers all of it',
      severity: 'error',
      from: { path: '^src/database/migrations/' },
      to: { pathNot: 'node_modules/kysely/' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'The sandbox checks the bot, so it shares no code with it',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: '^(src|commands|test)/', pathNot: '^src/sandbox/' },
    },
    {
      name: 'only-the-program-starts-the-sandbox',
      severity: 'error',
      from: { path: '^(src|commands)/', pathNot: ['^src/sandbox/', '^src/program\\.ts$'] },
      to: { path: '^src/sandbox/' },
    },
    {
      name: 'set-up-is-loaded-when-it-is-asked-for',
      comment: 'A start would be slower with what asks in a terminal',
      severity: 'error',
      from: { pathNot: '^(src/terminal-setup|ops|test)/' },
      to: { path: '^src/terminal-setup/|node_modules/@clack/', dynamic: false },
    },
    {
      name: 'console-acts-through-the-playground',
      comment: 'The console and the page know the sandbox by the same interface',
      severity: 'error',
      from: { path: '^src/sandbox/console/' },
      to: { path: '^src/', pathNot: '^src/sandbox/(console|playground)/' },
    },
    {
      name: 'page-runs-in-a-browser',
      comment: 'The page is served by itself, so of the rest it knows only types',
      severity: 'error',
      from: { path: '^src/sandbox/playground/page/' },
      to: {
        path: '^(src|commands)/',
        pathNot: '^src/sandbox/playground/page/',
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
