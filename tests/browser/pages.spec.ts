/** Checks that every page must pass, on one visit each. */
import type { Page } from 'playwright/test';
import {
  axeFaults,
  enhancedContrast,
  moving,
  setTextSize,
  sidewaysScroll,
  spaceOut,
} from '../support/pages/looks.ts';
import { watchScripts } from '../support/pages/scripts.ts';
import { expectShareable, pngSize, readHead, readText } from '../support/pages/reading.ts';
import { visitWithLateFont } from '../support/pages/layout-shift.ts';
import { everyPath, publicPaths, unknownPath } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';
import { words } from '../support/builders/words.ts';

for (const path of everyPath) {
  const isPublic = publicPaths.some((it) => it === path);

  test(`${path} has the right text, fits every window, moves only if motion is allowed, and runs only its own code`, async ({
    page,
    request,
    complaints,
    browserName,
  }) => {
    // Tickets slide in; axe would measure the contrast of one that is half visible.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const executed = watchScripts(page);
    if (path === unknownPath) complaints.excuseMissing(path);
    await test.step('its font moves nothing when it loads late', async () => {
      for (const width of isPublic ? [360, 1280] : [360]) {
        await page.setViewportSize({ width, height: 800 });
        await visitWithLateFont(page, path);
      }
    });

    if (path !== '/auth')
      await test.step('it loads no script file before a touch', async () => {
        for (const island of await page.locator('astro-island[client=touch] > *').all()) {
          await island.scrollIntoViewIfNeeded();
          await island.hover();
        }
        await page.waitForLoadState('networkidle');
        const { files } = await executed();
        // The feed plays when it is in view, and a pointer may have to cross it.
        const feed = await page.locator('astro-island[client=visible]:not([ssr])').count();
        expect(
          files.filter(
            (file) =>
              !(feed && /DemoFeed|client|Contained|react|runtime|browser-report/.test(file)),
          ),
        ).toEqual([]);
        await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0);
      });

    await test.step('it has one h1, a title and a description', async () => {
      const head = await readHead(page);
      const { headings, title, meta, links } = head;
      expect(headings).toHaveLength(1);
      expect(headings[0]).not.toBe('');
      expect(title).not.toBe('');
      expect(title.length).toBeLessThanOrEqual(70);
      expect(meta['description']).toHaveLength(1);
      expect(meta['description']?.[0]).toBeTruthy();
      if (isPublic) {
        expectShareable(path, head);
        const image = await request.get(new URL(meta['og:image']?.[0] ?? '').pathname);
        expect(image.headers()['content-type']).toBe('image/png');
        expect(pngSize(await image.body())).toBe('1200x630');
        expect(meta['og:image:alt']).toEqual([headings[0]?.replaceAll(/\s+/g, ' ').trim()]);
        expect([meta['og:image:width'], meta['og:image:height']]).toEqual([['1200'], ['630']]);
      } else {
        expect(meta['robots']?.join()).toContain('noindex');
        expect(links['canonical'] ?? []).toEqual([]);
      }
    });

    await test.step('it has no motion if the visitor prefers that', async () => {
      expect(await page.evaluate(scrolling)).toBe('auto');
      expect(await page.evaluate(moving)).toEqual([]);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      // A list of leads would render all its rows on the way.
      expect(await page.evaluate(scrolling)).toBe(path === '/auth' ? 'auto' : 'smooth');
      await page.emulateMedia({ reducedMotion: 'reduce' });
    });

    await test.step('a screen reader meets the same as before', async () => {
      const name = `${path === '/' ? 'home' : path.slice(1)}.aria.yml`;
      await expect(page.getByRole('main')).toMatchAriaSnapshot({ name });
    });

    await test.step('axe finds nothing on a phone or a desk', async () => {
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await axeFaults(page, enhancedContrast), `at ${width} px`).toEqual([]);
      }
    });

    await test.step('it fits its window from 320 to 1280 px, and zoomed to 200 %', async () => {
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await sidewaysScroll(page), `at ${width} px`).toEqual([]);
      }
      // A window of 1280x1024 px has this viewport at that zoom.
      await page.setViewportSize({ width: 640, height: 512 });
      expect(await sidewaysScroll(page), 'zoomed').toEqual([]);
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      await setTextSize(page, '200%');
      expect(await sidewaysScroll(page), 'with its text alone at 200 %').toEqual([]);
      await setTextSize(page, '');
    });

    const devtools =
      browserName === 'chromium' ? await page.context().newCDPSession(page) : undefined;
    if (devtools)
      await test.step('it fits a phone whose owner has doubled the browser’s size of text', async () => {
        const setUsualSize = (standard: number) =>
          devtools.send('Page.setFontSizes', { fontSizes: { standard } });
        await setUsualSize(32);
        expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).not.toBe(
          '16px',
        );
        await page.setViewportSize({ width: 360, height: 740 });
        expect(await sidewaysScroll(page)).toEqual([]);
        await setUsualSize(16);
      });

    if (devtools && isPublic)
      await test.step('it keeps its colors in a browser that darkens light pages, with at most eight sizes of type', async () => {
        await page.setViewportSize({ width: 412, height: 823 });
        const fonts = await page.evaluate(visibleFonts);
        expect(fonts.length, fonts.join('; ')).toBeLessThanOrEqual(8);
        await page.emulateMedia({ colorScheme: 'dark' });
        const asBuilt = await page.screenshot();
        // Chrome would use white text on a bright green.
        await devtools.send('Emulation.setAutoDarkModeOverride', { enabled: true });
        const darkened = await page.screenshot();
        await devtools.send('Emulation.setAutoDarkModeOverride', { enabled: false });
        expect(darkened.equals(asBuilt)).toBe(true);
      });

    await test.step('it fits a phone with the spacing that WCAG asks for', async () => {
      await page.setViewportSize({ width: 320, height: 740 });
      await spaceOut(page);
      expect(await sidewaysScroll(page)).toEqual([]);
    });

    if (path !== '/auth')
      await test.step('it says what the owner asked for, and ends with the company’s name and place', async () => {
        expect(missingFrom(await readText(page), words[path] ?? [])).toEqual([]);
        const footer = ['Quick Links', 'Legal', 'hello@leadwright.example', 'Houston, TX', /2024/];
        expect(missingFrom(await readText(page, 'body > footer'), footer)).toEqual([]);
      });

    await test.step('it runs no foreign script and applies no foreign style', async () => {
      await plantCode(page);
      await expect(page).not.toHaveTitle('taken over');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const reports = ['script-src-elem', 'script-src-attr', 'style-src-attr'];
      await expect
        .poll(() => complaints.list().flatMap((it) => /policy: (\S+)/.exec(it)?.[1] ?? []))
        .toEqual(reports);
      // Every other test relies on the arrival of these reports.
      complaints.excuseError('Content Security Policy');
      complaints.excuseError('policy: ');
    });
  });
}

const missingFrom = (text: string, wanted: readonly (string | RegExp)[]) =>
  wanted.filter((it) => (typeof it === 'string' ? !text.includes(it) : !it.test(text))).map(String);

const scrolling = () => getComputedStyle(document.documentElement).scrollBehavior;

const visibleFonts = () => {
  const withText = [...document.querySelectorAll('body *')]
    .filter((it) => it.checkVisibility())
    .filter((it) => [...it.childNodes].some((node) => node instanceof Text && node.data.trim()))
    .map((it) => getComputedStyle(it));
  return [...new Set(withText.map((it) => [it.fontFamily, it.fontWeight, it.fontSize].join()))];
};

const plantCode = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((it) => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "taken over"';
    it.append(script);
    const link = document.createElement('a');
    link.setAttribute('onclick', 'document.title = "taken over"');
    it.append(link);
    link.click();
    it.setAttribute('style', 'display: none');
  });
