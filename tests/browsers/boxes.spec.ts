/** Each page at four widths: nothing sticks out, nothing moves, and its boxes are where Chromium has them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { viewOf } from '../support/pages/inbox-site.ts';
import { everyPath } from '../support/pages/routes.ts';
import { whatSticksOut } from '../support/pages/looks.ts';
import { expect, signIn, test } from './test.ts';

/** In pixels. */
const tolerance = 2;

type Side = 'left' | 'top' | 'width' | 'height';
interface Box extends Record<Side, number[]> {
  what: string;
  at: [number, number];
  look: string[];
}

/**
 * The landmarks, headings, buttons and fields, but for the samples, which move. Text is measured differently in each
 * browser: WebKitGTK rounds the width of each letter and the height of each line, and Firefox doesn't know
 * `text-wrap: pretty`. So a paragraph may have another line, and all that follows moves. That is why each side is
 * measured in several ways: from what is around it or before it, from the middle or the end of a line, and with its
 * text and without.
 */
const readBoxes = (): Box[] => {
  const hasBox = (it: Element) => it.getClientRects().length > 0;
  for (const it of document.querySelectorAll('details')) it.open = true;
  return [
    ...document.querySelectorAll<HTMLElement>(
      'header, nav, main, footer, form, h1, h2, h3, button, .button, summary, input, select, textarea',
    ),
  ]
    .filter((it) => it.checkVisibility({ visibilityProperty: true }))
    .filter((it) => !it.closest('astro-island[client=visible], [inert], [aria-hidden=true]'))
    .map((it) => {
      const box = it.getBoundingClientRect();
      let child: Element = it;
      while (child.parentElement && !hasBox(child.parentElement)) child = child.parentElement;
      const around = child.parentElement?.getBoundingClientRect() ?? box;
      let before = child.previousElementSibling;
      while (before && !hasBox(before)) before = before.previousElementSibling;
      const { right, bottom } = before?.getBoundingClientRect() ?? new DOMRect(around.x, around.y);
      const range = document.createRange();
      range.selectNodeContents(it);
      const unseen = it.querySelector(':scope > .sr-only');
      if (unseen) range.setEndBefore(unseen);
      const text = range.getBoundingClientRect();
      const { color, backgroundColor, textDecorationLine, borderStyle, fontWeight, position } =
        getComputedStyle(it);
      const words = it.getAttribute('name') ?? it.textContent.replaceAll(/\s+/g, ' ');
      return {
        what: `${it.localName} ${words.trim().slice(0, 40)}`,
        at: [box.x + scrollX, box.y + scrollY],
        look: [color, backgroundColor, textDecorationLine, borderStyle, fontWeight, position],
        left: [
          box.left - around.left,
          box.left - right,
          box.left + box.width / 2 - around.left - around.width / 2,
          box.right - around.right,
        ],
        top: [box.top - around.top, box.top - bottom],
        width: [box.width, box.width - text.width],
        height: [box.height, box.height - text.height],
      };
    });
};

/** The boxes that moved by more than so many pixels. */
function moved(now: Box[], before: Box[], most: number): string[] {
  expect(now.map((it) => it.what)).toEqual(before.map((it) => it.what));
  return now.flatMap(({ what, at }, index) => {
    const by = at.map((it, axis) => it - (before[index]?.at[axis] ?? NaN));
    return by.every((it) => Math.abs(it) <= most) ? [] : [`${what}: ${by.join(' and ')} px`];
  });
}

/** The sides of boxes that are not as in Chromium. */
function unlike(actual: Box[], expected: Box[]): string[] {
  expect(actual.map((it) => it.what)).toEqual(expected.map((it) => it.what));
  const looks = (boxes: Box[]) => boxes.map(({ what, look }) => `${what}: ${look.join(', ')}`);
  expect.soft(looks(actual)).toEqual(looks(expected));
  return actual.flatMap((box, index) =>
    (['left', 'top', 'width', 'height'] as const).flatMap((side) => {
      const differences = box[side].map((it, way) => it - (expected[index]?.[side][way] ?? NaN));
      const isLike =
        side === 'left' || side === 'top'
          ? differences.some((it) => Math.abs(it) <= tolerance)
          : // A button with a least width is between the two.
            Math.min(...differences) <= tolerance && Math.max(...differences) >= -tolerance;
      return isLike
        ? []
        : [`${side} of ${box.what}: ${differences.map((it) => it.toFixed(1)).join(' or ')} px`];
    }),
  );
}

/** Scrolls through the page and touches it, so that all its code is loaded, and waits for it. */
const settle = async () => {
  const frame = () => new Promise(requestAnimationFrame);
  for (let y = 0; y <= document.documentElement.scrollHeight; y += innerHeight / 2) {
    scrollTo({ top: y, behavior: 'instant' });
    await frame();
    await frame();
  }
  for (const it of document.querySelectorAll('astro-island'))
    it.dispatchEvent(new Event('focusin'));
  while (document.querySelector('astro-island[ssr]')) await frame();
  await document.fonts.ready;
  scrollTo({ top: 0, behavior: 'instant' });
  await frame();
};

/** Takes away the site's own font, so that the page is as before it arrived. */
const loseFont = () => {
  const lose = (list: CSSStyleSheet | CSSGroupingRule): number =>
    [...list.cssRules].toReversed().reduce((lost, rule) => {
      if (rule instanceof CSSGroupingRule) return lost + lose(rule);
      if (!(rule instanceof CSSFontFaceRule) || !rule.cssText.includes('url(')) return lost;
      list.deleteRule([...list.cssRules].indexOf(rule));
      return lost + 1;
    }, 0);
  return [...document.styleSheets].reduce((lost, it) => lost + lose(it), 0);
};

for (const at of [...everyPath, '/admin'])
  test(`${at} fits, stays where it is, and is laid out as in Chromium`, async ({
    tab,
    page,
    width,
    engine,
    site,
  }) => {
    const shots = path.join(test.info().project.outputDir, 'boxes');
    let view: string = at;
    if (at === '/admin') {
      view = viewOf((await site.seed(3)).word);
      await site.enter(page);
      await signIn(tab);
    }
    for (const asked of width < 800 ? [320, 360] : [768, 1280]) {
      await tab.resize(asked);
      await page.setViewportSize({ width: asked, height: await tab.run(() => innerHeight) });
      await page.goto('about:blank');
      await page.goto(view);
      await tab.open('/robots.txt');
      await tab.open(view);
      if (at === '/admin') {
        await tab.expect(3, () => document.querySelectorAll('tbody tr[data-id]').length);
        await expect(page.locator('tbody tr[data-id]')).toHaveCount(3);
      }
      const where = `${at} at ${asked} px`;
      const loaded = await tab.run(readBoxes);
      await tab.run(settle);
      await page.evaluate(settle);
      const settled = await tab.run(readBoxes);
      expect.soft(moved(settled, loaded, 0.5), `${where}, once it has loaded`).toEqual([]);
      const shot = path.join(shots, `${asked}${at.replaceAll('/', '-')}-`);
      await page.screenshot({ path: `${shot}chromium.png` });
      const theirs = (await tab.send('TakeScreenshot')) as string;
      writeFileSync(`${shot}${engine}.png`, theirs, 'base64');
      expect.soft(unlike(settled, await page.evaluate(readBoxes)), where).toEqual([]);
      expect.soft(await tab.run(whatSticksOut), where).toEqual([]);
      // WebKitGTK rounds each letter of the font that stands in for it.
      if (engine === 'firefox') {
        expect(await tab.run(loseFont)).toBe(1);
        const before = await tab.run(readBoxes);
        expect.soft(unlike(settled, before), `${where}, when its font comes`).toEqual([]);
      }
    }
  });
