import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openFunctions, startTicker } from '../../../scripts/serve/functions-host.ts';
import { FixtureSite } from '../../support/servers/fixture-site.ts';

const hour = 60 * 60 * 1000;

test('a scheduled function is called as Netlify calls it, an @hourly one once an hour, and no other', async () => {
  await using fixture = await FixtureSite.create({
    'netlify/functions/due.ts': `
      import { writeFile } from 'node:fs/promises';
      export default async (request: Request) => {
        const { next_run } = await request.json();
        await writeFile(new URL('called.txt', import.meta.url), request.method + ' ' + next_run);
        return new Response(null, { status: 204 });
      };
      export const config = { schedule: '* * * * *' };
    `,
    'netlify/functions/rare.ts': `
      import { appendFile } from 'node:fs/promises';
      export default async () => {
        await appendFile(new URL('rare-called.txt', import.meta.url), 'x');
        return new Response(null, { status: 204 });
      };
      export const config = { schedule: '@hourly' };
    `,
    'netlify/functions/other.ts': `
      import { writeFile } from 'node:fs/promises';
      export default async () => {
        await writeFile(new URL('other-called.txt', import.meta.url), '');
        return new Response(null, { status: 204 });
      };
    `,
  });
  const host = await openFunctions(fixture.root);
  const before = Date.now();
  void host.tick();
  // The server waits for it before it ends.
  await host.settle();
  const told = (file: string) => readFile(fixture.path(`netlify/functions/${file}`), 'utf8');
  const [method, nextRun = ''] = (await told('called.txt')).split(' ');
  expect(method).toBe('POST');
  expect(new Date(nextRun).toISOString()).toBe(nextRun);
  expect(Date.parse(nextRun)).toBeGreaterThan(before);
  for (const more of [1000, hour - 1, hour + 60_000]) await host.tick(before + more);
  expect(await told('rare-called.txt')).toBe('xx');
  expect(existsSync(fixture.path('netlify/functions/other-called.txt'))).toBe(false);
});

test('ticks wait for the services, never overlap, go on after a failure, and can be stopped', async () => {
  const complaints = vi.spyOn(console, 'error').mockReturnValue();
  const ticks: PromiseWithResolvers<undefined>[] = [];
  const services = Promise.withResolvers<undefined>();
  const begin = () => {
    const tick = Promise.withResolvers<undefined>();
    ticks.push(tick);
    return tick.promise.then(() => undefined);
  };
  const stop = startTicker(begin, 1, services.promise);
  await setTimeout(20);
  expect(ticks).toHaveLength(0);
  services.resolve(undefined);
  await setTimeout(20);
  expect(ticks).toHaveLength(1);
  ticks[0]?.reject(new Error('the store is gone'));
  await expect.poll(() => ticks.length).toBe(2);
  expect(complaints).toHaveBeenCalledOnce();
  complaints.mockRestore();
  stop();
  ticks[1]?.resolve(undefined);
  await setTimeout(20);
  expect(ticks).toHaveLength(2);
});
