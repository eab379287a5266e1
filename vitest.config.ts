import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** On a fresh clone, Vitest begins with the largest files. These take longest, so they come first. */
const slow = [
  'store/firestore',
  'faults/kill',
  'integration/simulator',
  'api/one-person',
  'local/dev',
  'local/settings',
  'transfer/history',
  'local/admin-role',
];

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const slowest = slow.flatMap((name) =>
      sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)),
    );
    return [...new Set([...slowest, ...sorted])];
  }
}

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
    sequence: { sequencer: SlowFirst },
    // Tests leave nothing behind, so files share a process, and what it has loaded.
    isolate: false,
    // More than a small machine has cores, because tests wait for processes a good part of their time.
    maxWorkers: 3,
    // Limits for a hang, not for speed: the machine may be shared and slow.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    // "built" looks at what npm run build left, so it runs after it.
    projects: [
      project('unit'),
      project('integration', { globalSetup: 'tests/support/firestore-setup.ts' }),
      project('built'),
      project('soak'),
    ],
  },
});
