import * as z from 'zod/mini';
import type { Account } from '../../browser/account.ts';
import { api } from '../../shared/api.ts';
import { AskError, createAsk, retrying, type Wait } from './ask.ts';
import type { Reason } from './redirect.ts';

export type Access = { account: Account } | { turnedAway: Reason; account?: Account };

interface AccessDeps {
  /** Loads the sign-in library first, so it may fail like any request. */
  currentAccount: () => Promise<Account | undefined>;
  fetch: typeof fetch;
  wait: Wait;
}

const accessSchema = z.object({ role: z.literal('admin') });

/** Asks the server, since only it knows who is an admin. */
export async function checkAccess({ currentAccount, fetch, wait }: AccessDeps): Promise<Access> {
  let account: Account | undefined;
  try {
    account = await currentAccount();
    if (!account) return { turnedAway: 'no session' };
    const ask = createAsk({ account, fetch });
    const response = await retrying(() => ask(api.access), { wait });
    accessSchema.parse(await response.json());
    return { account };
  } catch (error) {
    const why = error instanceof AskError ? error.why : undefined;
    const turnedAway = why === 'ended' || why === 'denied' ? why : 'unclear';
    return { turnedAway, ...(account && { account }) };
  }
}
