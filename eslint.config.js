import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';

/** Without its time limits the check of an expression comes to the same result on a slow machine. */
const UNTIMED = Object.fromEntries(
  ['timeout', 'seedingTimeout', 'incubationTimeout', 'attackTimeout'].map((limit) => [limit, null]),
);

const LITERAL_EXPRESSIONS = {
  selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]',
  message: 'Only a literal expression can be proved to take linear time.',
};

const BY_CLOCK = 'Time and chance come from a Clock (src/work/clock.ts), which tests and the simulation set.';
const TIMERS = ['setTimeout', 'setInterval', 'setImmediate', 'performance'].map((name) => ({
  name,
  message: BY_CLOCK,
}));
const TIMER_MODULES = ['timers', 'timers/promises', 'perf_hooks']
  .flatMap((name) => [name, `node:${name}`])
  .map((name) => ({ name, message: BY_CLOCK }));
const CLOCKS_OF_NODE = [
  'MemberExpression[object.name="Date"][property.name="now"]',
  ':matches(NewExpression, CallExpression)[callee.name="Date"][arguments.length=0]',
  'MemberExpression[object.name="AbortSignal"][property.name="timeout"]',
  'MemberExpression[object.name="Math"][property.name="random"]',
  'MemberExpression[object.name="process"][property.name=/^(?:hrtime|uptime)$/]',
].map((selector) => ({ selector, message: BY_CLOCK }));

const BY_IDS = 'Ids and nonces come from src/work/ids.ts, so that a simulated history has the same again.';
const RANDOM = ['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID', 'webcrypto'];
const RANDOM_MODULES = [
  ...['crypto', 'node:crypto'].map((name) => ({ name, importNames: RANDOM, message: BY_IDS })),
  { name: 'uuid', message: BY_IDS },
];

export default defineConfig(
  { ignores: ['node_modules', 'data', 'coverage', 'gallery', 'dist'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.js', '.*.js'] } } },
    rules: {
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // They took a sixth of the time of lint. The compiler itself refuses an object where a class has private fields, and a literal that no enum has.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**', 'commands/**'],
    plugins: { redos },
    rules: {
      // Neither people nor hosts may hold the one thread with a text that an expression takes ages to refuse.
      'redos/no-vulnerable': ['error', UNTIMED],
      'no-restricted-syntax': ['error', LITERAL_EXPRESSIONS],
    },
  },
  {
    files: ['src/**', 'commands/**'],
    // The sandbox shares no code with the bot. Into the bot, time comes by the other file.
    ignores: ['src/sandbox/**', 'src/work/clock.ts'],
    rules: {
      'no-restricted-globals': ['error', ...TIMERS, { name: 'crypto', message: BY_IDS }],
      'no-restricted-imports': ['error', { paths: [...TIMER_MODULES, ...RANDOM_MODULES] }],
      'no-restricted-syntax': ['error', LITERAL_EXPRESSIONS, ...CLOCKS_OF_NODE],
    },
  },
  {
    // What is secret comes from Node alone: keys, what seals with them, secrets of webhooks, drafts of files with secrets.
    files: [
      'src/work/ids.ts',
      'src/rewards/message.ts',
      'src/secrets/key-file.ts',
      'src/secrets/sealer.ts',
      'src/terminal-setup/env-file.ts',
    ],
    rules: { 'no-restricted-imports': ['error', { paths: TIMER_MODULES }] },
  },
  {
    files: ['src/**', 'commands/**'],
    // The launcher decides before anything else can be run which Node runs it.
    ignores: ['src/config.ts', 'src/launch.js'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/config.ts reads the environment.' },
      ],
    },
  },
);
