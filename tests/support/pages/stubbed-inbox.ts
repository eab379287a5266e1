import { demoAdmin, login } from './sign-in.ts';
import { stubInbox, type StubbedInbox } from './stub-inbox.ts';
import { test as base } from './test.ts';
import type { SubmissionItem } from '../../../src/shared/submission.ts';

export { expect, type Page } from './test.ts';

interface Fixtures {
  /** Logs in for real, and opens the inbox on functions that answer from these rows. */
  enterStubbed: (
    rows: SubmissionItem[],
    prepare?: (inbox: StubbedInbox) => void,
  ) => Promise<StubbedInbox>;
}

export const test = base.extend<Fixtures>({
  enterStubbed: async ({ page, visit }, use) => {
    await use(async (rows, prepare) => {
      const inbox = await stubInbox(page, rows);
      prepare?.(inbox);
      await visit('/auth');
      await login(page, demoAdmin);
      await page.waitForURL('/admin');
      return inbox;
    });
  },
});
