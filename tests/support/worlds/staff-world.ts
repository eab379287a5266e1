import { onTestFinished } from 'vitest';
import type { Deps } from '../../../functions/deps.ts';
import { staff } from '../../../functions/staff.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { aRecord } from '../builders/record.ts';
import { bearer, get, post } from '../builders/requests.ts';
import { Receiver } from '../servers/receiver.ts';
import { aWorld, webhookAt } from './world.ts';

/** An admin, sam@example.com, with a store, a webhook and a fixed time, until the test ends. */
export async function staffWorld(different: Partial<Deps> = {}) {
  const receiver = await Receiver.open();
  const world = aWorld({ webhook: webhookAt(receiver.url), ...different });
  onTestFinished(async () => {
    await world[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });
  const headers = bearer(await world.signIn({ admin: true }));
  const call = async (request: Request, deps = world.deps) => {
    const response = await staff(request, deps);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    ...world,
    receiver,
    headers,
    get: (path: string) => call(get(path, headers)),
    post: (path: string, body: unknown) => call(post(path, body, headers)),
    /** The same as another admin, and with other deps if given. */
    postAs: async (email: string, path: string, body: unknown, deps = world.deps) =>
      call(post(path, body, bearer(await world.signIn({ admin: true, email }))), deps),
    /** Stores a lead. */
    lead: async (fields: Partial<SubmissionRecord> = {}) => {
      const record = aRecord(fields);
      await world.store.create(record);
      return record;
    },
    /** The audit log, newest first. */
    entries: async () => (await world.store.audit({ limit: 50 })).entries,
  };
}
