import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const fastest = ['/tests/unit/', '/tests/integration/store/', ''];

/** The first test that fails ends the run of a mutant, so the fast ones come first. */
class FastFirst extends BaseSequencer {
  override sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) =>
      fastest.findIndex((it) => moduleId.includes(it));
    return Promise.resolve(files.toSorted((a, b) => place(a) - place(b)));
  }
}

/**
 * For the mutations of `npm run soak`: the fast tests of the mutated files. Firestore's engine runs
 * on the simulator's model, since an emulator would cost each mutant a second.
 */
export default defineConfig({
  test: {
    include: [
      'tests/unit/{delivery,intake,store}/**/*.test.ts',
      'tests/unit/{env,properties,shared/contact}.test.ts',
      'tests/integration/api/!(one-person).test.ts',
      'tests/integration/{canary,watch}/*.test.ts',
      'tests/integration/consent-version.test.ts',
      'tests/integration/delivery/**/*.test.ts',
      'tests/integration/faults/{lost-key,store-failing}.test.ts',
      'tests/integration/store/{sqlite*,firestore-model}.test.ts',
      'tests/integration/transfer/{elsewhere,round-trip}.test.ts',
      'tests/built/form-page.test.ts',
    ],
    setupFiles: 'tests/support/no-console-errors.ts',
    // One process loads the site once for all files.
    isolate: false,
    sequence: { sequencer: FastFirst },
    provide: { firestoreHost: null },
    testTimeout: 30_000,
  },
});
