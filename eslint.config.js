import vitest from '@vitest/eslint-plugin';
import astro from 'eslint-plugin-astro';
import playwright from 'eslint-plugin-playwright';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist/', '.built/', '.astro/', '.netlify/', '.data/', 'test-results/']),
  tseslint.configs.strict,
  // Quotes around a template would show `${name}` to a visitor.
  { ignores: ['tests/**'], rules: { 'no-template-curly-in-string': 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    // A script in a page is no file of the TypeScript project.
    ignores: ['**/*.astro/*.ts'],
    extends: [tseslint.configs.strictTypeCheckedOnly],
    languageOptions: { parserOptions: { project: true } },
    rules: {
      // To leave a property out is to name it beside the rest.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // A number prints as anyone would expect; the rest of the rule catches '[object Object]'.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  astro.configs.recommended,
  {
    // Over it, a file is two ideas. CSS is not counted.
    rules: { 'max-lines': ['error', { max: 200 }] },
  },
  {
    files: ['tests/{unit,integration,built}/**/*.ts'],
    extends: [vitest.configs.recommended],
    rules: {
      'vitest/no-disabled-tests': 'error',
      'vitest/warn-todo': 'error',
      'vitest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect*', 'assert*', '*.assert', 'holds'] },
      ],
      // The second argument says what the value is.
      'vitest/valid-expect': ['error', { maxArgs: 2 }],
      // Store contracts name a suite by a variable, and properties expect by case.
      'vitest/valid-title': ['error', { ignoreTypeOfDescribeName: true }],
      'vitest/no-conditional-expect': 'off',
    },
  },
  {
    files: ['tests/browser/**/*.ts'],
    extends: [playwright.configs['flat/recommended']],
    rules: {
      'playwright/no-skipped-test': ['error', { disallowFixme: true }],
      'playwright/no-wait-for-timeout': 'error',
      'playwright/expect-expect': [
        'error',
        { assertFunctionPatterns: ['^expect', '^refusal$', 'waitForURL$'] },
      ],
      // A row of a table may expect less than the others, and helpers expect outside of tests.
      'playwright/no-conditional-in-test': 'off',
      'playwright/no-conditional-expect': 'off',
      'playwright/no-standalone-expect': 'off',
      // Some tests promise that nothing more is fetched, or that a disabled button does nothing.
      'playwright/no-networkidle': 'off',
      'playwright/no-force-option': 'off',
      'playwright/consistent-spacing-between-blocks': 'off',
    },
  },
  {
    // dependency-cruiser reads no .astro files; their imports follow the same arrow.
    files: ['src/**/*.astro', 'src/**/*.astro/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: ['functions', 'netlify', 'scripts', 'tests'].map((it) => `**/${it}/**`) },
      ],
    },
  },
);
