/** How long a page of the inbox takes, and how much longer with a hundred times as many leads. */
import { join } from 'node:path';
import { submissions, writeCursor } from '../../functions/inbox/list.ts';
import { api } from '../../src/shared/api.ts';
import { submissionsPageSchema } from '../../src/shared/submission.ts';
import { bearer, get } from '../../tests/support/builders/requests.ts';
import { worldWith } from '../../tests/support/worlds/world.ts';
import { inboxFigures, inboxSizes } from './figures.ts';
import { measured, type Measured } from './format.ts';
import { seeded, type Inbox } from './leads.ts';
import { median, timed, withFolder } from './measuring.ts';

const { few, many } = inboxSizes;
const rounds = 200;
type Question = keyof typeof inboxFigures;

/** An inbox, and the tag of what an open page knows of it. */
type Open = Inbox & { tag: string };

/** Each question's query, and how many leads it must find. A look has the tag, and finds that nothing changed. */
const questions: Record<Question, { ask: (inbox: Inbox) => string; found: number }> = {
  first: { ask: () => '', found: 50 },
  deep: { ask: ({ deep }) => `cursor=${writeCursor(deep)}`, found: 50 },
  industry: { ask: () => 'industry=roofing', found: 50 },
  waiting: { ask: () => 'answered=no', found: 50 },
  look: { ask: () => '', found: 0 },
  one: { ask: () => 'q=owner777@', found: 1 },
  name: { ask: () => 'q=dana', found: 50 },
  words: { ask: () => 'q=services+ro', found: 50 },
};

export const measureInbox = (): Promise<Measured[]> =>
  withFolder(async (folder) => {
    const small = await open(join(folder, 'small'), few);
    const large = await open(join(folder, 'large'), many);
    const figures: Measured[] = [];
    for (const question of Object.keys(questions) as Question[]) {
      const { ask, found } = questions[question];
      // The reads alternate, so that other work on the machine slows both.
      const times: Record<'small' | 'large', number[]> = { small: [], large: [] };
      for (let i = 0; i < rounds; i += 1) {
        times.small.push(await read(small, ask(small), found));
        times.large.push(await read(large, ask(large), found));
      }
      const [few, many] = [median(times.small), median(times.large)];
      figures.push(...measured(inboxFigures[question], { growth: many / few, few, many }));
    }
    await Promise.all([small.store.close(), large.store.close()]);
    return figures;
  });

async function open(folder: string, count: number): Promise<Open> {
  const inbox = await seeded(folder, count);
  await inbox.store.grantRole('sam', 'admin');
  const place = await inbox.store.lastChange();
  return { ...inbox, tag: `"${Buffer.from(place).toString('base64url')}"` };
}

async function read({ store, tag }: Open, query: string, found: number): Promise<number> {
  const world = worldWith(store, {
    verify: () => Promise.resolve({ uid: 'sam', email: undefined }),
  });
  let response: Response | undefined;
  const ms = await timed(async () => {
    const headers = { ...bearer('x'), ...(found === 0 && { 'if-none-match': tag }) };
    response = await submissions(get(`${api.submissions}?${query}`, headers), world);
  });
  if (found === 0) {
    if (response?.status !== 304) throw new Error(`${query} found a change.`);
    return ms;
  }
  const page = submissionsPageSchema.parse(await response?.json());
  if (page.submissions.length < found) throw new Error(`${query} found too few.`);
  return ms;
}
