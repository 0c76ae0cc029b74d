import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';

/** Without its time limits the check of an expression comes to the same result on a slow machine. */
const UNTIMED = Object.fromEntries(
  ['timeout', 'seedingTimeout', 'incubationTimeout', 'attackTimeout'].map((limit) => [limit, null]),
);

export default defineConfig(
  { ignores: ['node_modules', 'data', 'coverage', 'gallery'] },
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
      eqeqeq: 'error',
    },
  },
  {
    files: ['src/**', 'commands/**'],
    plugins: { redos },
    rules: {
      // Neither people nor hosts may hold the one thread with a text that an expression takes ages to refuse.
      'redos/no-vulnerable': ['error', UNTIMED],
      'no-restricted-syntax': [
        'error',
        {
          selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]',
          message: 'Only a literal expression can be proved to take linear time.',
        },
      ],
    },
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
