import { expect, test } from 'vitest';
import { enter } from '../../../../src/islands/staff/access.ts';

const status = (code: number) => Response.json({ error: 'No.' }, { status: code });
const offline = () => new TypeError('Failed to fetch');

/** A person who opens a page for staff. The server gives these answers in turn. */
function entering(answers: (Response | Error)[] = [], here = '/admin') {
  const world = { signedOut: 0, endElsewhere: () => {}, address: here, moves: '' };
  const account = {
    email: 'admin@example.com',
    token: () => Promise.resolve('token'),
    signOut: () => {
      world.signedOut += 1;
    },
    onEnded: (listener: () => void) => {
      world.endElsewhere = listener;
    },
  };
  const left: unknown[] = [];
  const open = (found: typeof account | undefined) =>
    enter({
      account: found,
      fetch: () => {
        if (world.moves) world.address = world.moves;
        const answer = answers.shift() ?? Response.json('the list');
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
      first: async (ask): Promise<unknown> => (await ask('/api/submissions')).json(),
      here: () => world.address,
      leave: (href, toast) => void left.push({ href, ...(toast && { says: toast.title }) }),
    });
  return { world, account, left, open, admin: () => open(account) };
}

/** A person who is turned away leaves, and the call never settles. */
const settled = (entered: Promise<unknown>) =>
  Promise.race([entered, new Promise((resolve) => setImmediate(resolve, 'never'))]);

const back = '/auth?return=%2Fadmin%3Fdelivery%3Dfailed#q=lopez';
const [denied, unclear] = ['Access denied. You need admin privileges.', 'Error checking access'];
const ended = 'Your session has ended. Log in again to go on.';

test('an admin gets in although the first call failed', async () => {
  const { admin, account, left } = entering([status(503)]);
  expect(await admin()).toMatchObject({ account, first: undefined });
  expect(left).toEqual([]);
});

test('a page whose address changes during the first call asks again', async () => {
  const { admin, world } = entering([Response.json('the inbox'), Response.json('the search')]);
  world.moves = '/admin#q=lopez';
  expect(await admin()).toMatchObject({ first: 'the search' });
});

test.each([
  [{ href: '/', says: denied }, [status(403)]],
  [{ href: back, says: ended }, [status(401), status(401)]],
  [{ href: '/', says: unclear }, [status(400), status(400)]],
  [{ href: '/', says: unclear }, [status(503), offline()]],
])('the check turns a person away: %j', async (to, answers) => {
  const { admin, left, world } = entering(answers, '/admin?delivery=failed#q=lopez');
  expect(await settled(admin())).toBe('never');
  expect(left).toEqual([to]);
  // With a session that the server refuses, /auth would redirect back here forever.
  expect(world.signedOut).toBe(to.says === unclear ? 0 : 1);
});

test('an admin leaves once, even if several calls find the session ended', async () => {
  const answers: Response[] = [];
  const { admin, left, world } = entering(answers);
  const { ask } = await admin();
  answers.push(...Array.from({ length: 4 }, () => status(401)));
  expect(await settled(Promise.all([ask('/api/a'), ask('/api/b')]))).toBe('never');
  world.endElsewhere();
  expect(left).toEqual([{ href: '/auth', says: ended }]);
  expect(world.signedOut).toBe(1);
});
