import { defineConfig } from 'playwright/test';

/** Compares what Orca says on each journey with a file. `--update-snapshots` writes the files again: read them. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/spoken',
  snapshotPathTemplate: '{arg}{ext}',
  updateSnapshots: 'none',
  workers: 2,
  fullyParallel: true,
  timeout: 400_000,
  // WebKit doesn't always get the keyboard, nor tell Orca everything, on a busy machine.
  retries: 2,
  reporter: [['list'], ['json', { outputFile: '../../test-results/spoken.json' }]],
});
