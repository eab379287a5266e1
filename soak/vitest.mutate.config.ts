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
 * For the mutations of `npm run soak`: the tests of what is mutated, as far as they are fast. Firestore's engine runs
 * on the simulator's model, since an emulator would cost each mutant a second.
 */
export default defineConfig({
  test: {
    include: [
      'tests/unit/{delivery,intake,store}/**/*.test.ts',
      'tests/unit/{properties,shared/contact}.test.ts',
      'tests/integration/api/{submit*,plain-form*,spam,limit,stop,opt-out,walks}.test.ts',
      'tests/integration/consent-version.test.ts',
      'tests/integration/api/{answer,audit,erase-*,list,release-and-resend,trial}.test.ts',
      'tests/integration/delivery/{deliver,lead-notices*,retry-*,rights,send}.test.ts',
      'tests/integration/delivery/mail/*.test.ts',
      'tests/integration/store/{sqlite*,firestore-model}.test.ts',
    ],
    sequence: { sequencer: FastFirst },
    provide: { firestoreHost: null },
    testTimeout: 30_000,
  },
});
