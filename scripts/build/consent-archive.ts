import { mkdir, writeFile } from 'node:fs/promises';
import {
  consentPagesFile,
  consentPagesSchema,
  type ConsentPages,
} from '../../functions/intake/built-pages.ts';
import type { Env } from '../../functions/variables.ts';
import { pageMark } from '../../src/shared/consent.ts';
import { fillPlaceholders } from '../../src/shared/placeholders.ts';
import { sha256 } from '../../src/shared/sha256.ts';
import { refuseToBuild } from '../command.ts';
import { afterBuild, builtPages } from './built-pages.ts';
import { lostConsents, publishedTexts, textProblems } from './published-texts.ts';

/** The pages that were ever served, and their HTML by hash. */
export interface Archive {
  pages: ConsentPages;
  files: Map<string, string>;
}

function versionIn(html: string): Pick<ConsentPages[string], 'version'> {
  const version = /name="consent_version" value="([^"]*)"/.exec(html)?.[1];
  return version === undefined ? {} : { version };
}

/** The page whose box may come back ticked. A function fills it in, so it is archived without words. */
const refusedForm = 'form-again.html';

/**
 * Puts its mark into each page that asks for consent, and adds the page to the archive under the hash of all
 * its bytes. Decision 0035.
 */
export async function archived(
  html: ReadonlyMap<string, string>,
  deploy: string | null,
  earlier: Archive,
) {
  const earlierPages = Object.entries(earlier.pages).map(
    ([mark, page]) => [mark, { ...page, current: false }] as const,
  );
  const archive: Archive = {
    pages: Object.fromEntries(earlierPages),
    files: new Map(earlier.files),
  };
  const marked = new Map<string, string>();
  for (const [name, unmarked] of html) {
    const mark = (await sha256(unmarked)).slice(0, 32);
    const page = unmarked.replaceAll(pageMark, mark);
    marked.set(name, page);
    const served =
      name === refusedForm ? fillPlaceholders(page, { attributes: {}, text: {} }) : page;
    const hash = await sha256(served);
    archive.files.set(hash, served);
    // Another deploy may have served the same page before.
    const first = earlier.pages[mark] ?? {
      sha256: hash,
      deploy,
      starts_empty: name !== refusedForm,
    };
    archive.pages[mark] = { ...first, ...versionIn(served), current: true };
  }
  return { marked, archive };
}

/** The place to copy the archive from: the live site, unless the settings say otherwise. */
export const archiveSite = ({ CONSENT_ARCHIVE, NETLIFY, URL: live }: Env): string | undefined =>
  CONSENT_ARCHIVE ?? (NETLIFY ? live : undefined);

/** The site's archive until now: a new deploy replaces all files of the old one. */
export async function earlierArchive(site: string): Promise<Archive> {
  const read = async (name: string): Promise<string | undefined> => {
    const response = await fetch(new URL(`/consent/${name}`, site));
    if (response.status === 404) return undefined;
    if (response.ok) return response.text();
    throw new Error(`${response.url} answered ${response.status}`);
  };
  try {
    const pages = consentPagesSchema.parse(JSON.parse((await read(consentPagesFile)) ?? '{}'));
    const files = new Map<string, string>();
    for (const { sha256: hash } of Object.values(pages)) {
      const html = await read(`${hash}.html`);
      if (html === undefined || (await sha256(html)) !== hash) {
        throw new Error(`${hash}.html is missing or was changed`);
      }
      files.set(hash, html);
    }
    return { pages, files };
  } catch (cause) {
    throw new Error(
      `The archive of consent pages could not be copied from ${site}, and a deploy without it would lose it. Deploy again when the site can be reached, or set CONSENT_ARCHIVE to the address of a deploy that has it (to nothing to begin a new one).`,
      { cause },
    );
  }
}

/** Archives the pages that ask for consent, so it must come after everything that changes them. */
export const consentArchive = () =>
  afterBuild('consent-archive', async (dir) => {
    refuseToBuild([...lostConsents(), ...(await textProblems(await publishedTexts()))]);
    const html = new Map<string, string>();
    for (const [name, page] of await builtPages(dir))
      if (page.includes(pageMark)) html.set(name, page);
    const { COMMIT_REF: deploy = null } = process.env;
    const site = archiveSite(process.env);
    const earlier = site ? await earlierArchive(site) : { pages: {}, files: new Map() };
    const { marked, archive } = await archived(html, deploy, earlier);
    await mkdir(new URL('consent/', dir), { recursive: true });
    await mkdir(new URL('../.built/', dir), { recursive: true });
    for (const [name, page] of marked) await writeFile(new URL(name, dir), page);
    for (const [hash, page] of archive.files)
      await writeFile(new URL(`consent/${hash}.html`, dir), page);
    const json = JSON.stringify(archive.pages);
    await writeFile(new URL(`consent/${consentPagesFile}`, dir), json);
    await writeFile(new URL(`../.built/${consentPagesFile}`, dir), json);
  });
