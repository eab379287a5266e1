/** How soon the next page paints after a click on its link, with prerendering and without. */
import { setTimeout as wait } from 'node:timers/promises';
import { navigationFigures } from './figures.ts';
import { measured, table, type Report } from './format.ts';
import { withSite } from './site.ts';
import { withTab, type Tab } from './tabs.ts';
import { median } from './timing.ts';

const visits = 11;
const [from, to] = ['/', '/about'];
/** Milliseconds that the pointer may rest on a link until its page is prerendered. */
const patience = 20_000;

export async function navigationReport(): Promise<Report> {
  const prerendered: number[] = [];
  const plain: number[] = [];
  await withSite((site) =>
    withTab(async (tab) => {
      for (let visit = 0; visit < visits; visit += 1) {
        prerendered.push(await clickTo(tab, site, true));
        plain.push(await clickTo(tab, site, false));
      }
    }),
  );
  const values = { prerendered: median(prerendered), plain: median(plain) };
  return {
    title: `From a click on ${from} to the first paint of ${to}, in ms: medians of ${visits} visits`,
    details: table(
      ['next page', 'until it paints'],
      [
        ['prerendered', values.prerendered.toFixed(0)],
        ['loaded after the click', values.plain.toFixed(0)],
      ],
    ),
    figures: measured(navigationFigures, values),
  };
}

async function clickTo(tab: Tab, site: string, prerenders: boolean): Promise<number> {
  await tab.send('Page.navigate', { url: site + from });
  await tab.send('Preload.enable');
  await until(tab, `location.pathname === '${from}' && document.readyState === 'complete'`);
  if (!prerenders) await tab.evaluate(`document.querySelector('[type=speculationrules]').remove()`);
  await tab.evaluate(
    `addEventListener('click', ({ timeStamp }) => sessionStorage.setItem('clicked', performance.timeOrigin + timeStamp), true)`,
  );
  const point = await tab.evaluate<{ x: number; y: number }>(
    `(() => { const { x, y, width, height } = document.querySelector('a[href="${to}"]').getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 }; })()`,
  );
  const before = tab.prerendered();
  const mouse = (type: string, more = {}) =>
    tab.send('Input.dispatchMouseEvent', { type, ...point, ...more });
  // The pointer has rested there since the last visit, and only a move makes the browser prerender.
  await mouse('mouseMoved', { x: 0, y: 0 });
  await mouse('mouseMoved');
  if (prerenders) await waitFor(() => tab.prerendered() > before);
  const left = { button: 'left', clickCount: 1 };
  await mouse('mousePressed', left);
  await mouse('mouseReleased', left);
  if (prerenders) tab.follow();
  await until(
    tab,
    `location.pathname === '${to}' && !document.prerendering && performance.getEntriesByName('first-contentful-paint').length > 0`,
  );
  return tab.evaluate<number>(
    `performance.timeOrigin + performance.getEntriesByName('first-contentful-paint')[0].startTime - sessionStorage.getItem('clicked')`,
  );
}

/** A page that is about to be replaced answers nothing, or an error. */
const until = (tab: Tab, condition: string) =>
  waitFor(() => tab.evaluate<boolean>(condition).catch(() => false));

async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + patience;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error('The page did not come.');
    await wait(20);
  }
}
