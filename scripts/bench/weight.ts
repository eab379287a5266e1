/** The weight of each page on a first visit. */
import { openBrowser } from '../../tests/support/chromium.ts';
import { publicPaths, readingPaths, unknownPath } from '../../tests/support/pages/routes.ts';
import { RunningSite } from '../../tests/support/servers/running-site.ts';
import { adminPaths, staffPaths } from '../../src/shared/staff-paths.ts';
import { worst, type Figure } from './figures.ts';
import { logIn, weigh, type Weight } from './first-visit.ts';
import { staffedSite, withFolder } from './measuring.ts';

export async function measureWeight(): Promise<Figure[]> {
  await using browser = await openBrowser();
  await using site = await RunningSite.ready(process.cwd());
  const weights: Weight[] = [];
  for (const path of [...publicPaths, '/auth', unknownPath])
    weights.push(await weigh(browser, site.address, path));
  // /admin redirects visitors who are not logged in.
  await withFolder(async (folder) => {
    await using staffed = await staffedSite(folder);
    const session = await logIn(browser, staffed.address);
    for (const path of adminPaths)
      weights.push(await weigh(browser, staffed.address, path, session));
  });
  return figuresOf(weights);
}

/** The figures of each page, and those for which the worst page counts. */
export function figuresOf(weights: readonly Weight[]): Figure[] {
  const isOnlyRead = ({ path }: Weight) => readingPaths.some((it) => it === path);
  const isForStaff = ({ path }: Weight) => staffPaths.some((it) => it === path);
  const ofPages = weights.flatMap((it) => {
    const page = it.path === unknownPath ? '404' : `\`${it.path}\``;
    return [
      { name: `${page}: HTML with its styles`, value: it.html },
      ...(isOnlyRead(it)
        ? []
        : [
            { name: `${page}: script, before anything is touched`, value: it.script.untouched },
            { name: `${page}: script, once everything is touched`, value: it.script.touched },
          ]),
      { name: `${page}: all of a first visit`, value: it.total },
    ];
  });
  return [
    ...ofPages.map((it) => ({ ...it, unit: 'KB' as const })),
    ...worst('any page: a font file', 'KB', weights, ({ fonts }) => Math.max(0, ...fonts)),
    ...worst('any page: font files', '', weights, ({ fonts }) => fonts.length),
    ...worst(
      'any public page: script from files, before anything is touched',
      'bytes',
      weights.filter((it) => !isForStaff(it)),
      ({ executed }) => executed.files,
    ),
    ...worst(
      'any page that is only read: script in the page',
      'bytes',
      weights.filter(isOnlyRead),
      ({ executed }) => executed.inline,
    ),
  ];
}
