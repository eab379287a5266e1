import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, which run first. Without timings of an earlier run, Vitest would start with the largest files. */
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
    // Test files clean up after themselves, so they can share a process and its loaded modules.
    isolate: false,
    // More than a small machine has cores, because tests spend much of their time waiting for other processes.
    maxWorkers: 3,
    // These limits only catch a hang: the machine may be shared and slow.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    // "built" tests the output of `npm run build`, so the build must come first.
    projects: [
      project('unit'),
      project('integration', { globalSetup: 'tests/support/firestore-setup.ts' }),
      project('built'),
      project('soak'),
    ],
  },
});
