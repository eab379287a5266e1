import astro from 'eslint-plugin-astro';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores(['dist/', '.built/', '.astro/', '.netlify/', '.data/', 'test-results/']),
  tseslint.configs.strict,
  // Quotes around a template would show `${name}` to a visitor.
  { ignores: ['tests/**'], rules: { 'no-template-curly-in-string': 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeCheckedOnly],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // To leave a property out is to name it beside the rest.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // A number prints as anyone would expect; the rest of the rule catches '[object Object]'.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  astro.configs.recommended,
);
