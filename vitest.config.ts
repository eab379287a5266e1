import { defineConfig } from 'vitest/config';

const project = (name: string, more = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    setupFiles: 'tests/support/no-console-errors.ts',
    ...more,
  },
});

export default defineConfig({
  test: {
    allowOnly: false,
    // "built" looks at what npm run build left, so it runs after it.
    projects: [
      project('unit'),
      project('integration', {
        testTimeout: 30_000,
        hookTimeout: 30_000,
        globalSetup: 'tests/support/firestore-setup.ts',
      }),
      project('built', { testTimeout: 60_000, hookTimeout: 300_000 }),
    ],
  },
});
