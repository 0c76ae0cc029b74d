/**
 * The one way imports go. A layer may import what is listed, itself, and what every layer may.
 *
 * @param {string} name
 * @param {string} from
 * @param {string[]} allowed
 */
const layer = (name, from, allowed) => ({
  name,
  comment: `${from} may import only what stands below it`,
  severity: 'error',
  from: { path: from },
  to: {
    path: '^(src|commands|test)/',
    pathNot: [from, ...allowed, '^src/(errors|secret|log|clock|chunks|paging|reference)\\.ts$'],
  },
});

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-undeclared-packages', severity: 'error', from: {}, to: { dependencyTypes: ['npm-no-pkg', 'unknown'] } },
    layer('storage-imports', '^src/storage/', ['^src/upstream/[^/]+\\.ts$', '^src/config\\.ts$']),
    layer('upstream-imports', '^src/upstream/', []),
    layer('services-imports', '^src/services/', ['^src/(upstream|storage)/']),
    {
      name: 'only-storage-writes-sql',
      comment:
        'What is read and written is a function of a module in src/storage; the rest knows neither Kysely nor the tables',
      severity: 'error',
      from: { path: '^(src|commands)/', pathNot: '^src/storage/' },
      to: { path: ['node_modules/kysely/', '^src/storage/(store|schema)\\.ts$'] },
    },
    layer('locales-imports', '^src/locales/', []),
    layer('views-imports', '^src/views/', ['^src/(services|upstream|storage|locales)/']),
    layer('discord-imports', '^src/discord/', ['^src/(views|services|storage|locales)/', '^src/config\\.ts$']),
    layer('jobs-imports', '^src/jobs/', ['^src/(discord|views|services|storage|locales)/']),
    layer('commands-import', '^commands/', ['^src/(discord|views|services|locales)/']),
    layer('sandbox-imports', '^src/sandbox/', []),
    {
      name: 'sandbox-stands-alone',
      comment: 'The sandbox checks the bot, so it shares no code with it',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: '^(src|commands)/', pathNot: '^src/sandbox/' },
    },
    {
      name: 'only-main-starts-the-sandbox',
      severity: 'error',
      from: { path: '^(src|commands)/', pathNot: ['^src/sandbox/', '^src/main\\.ts$'] },
      to: { path: '^src/sandbox/' },
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
