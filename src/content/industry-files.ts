import { parse } from 'node:path';
import { glob, type Loader } from 'astro/loaders';
import { pricedSlugs } from '../shared/pricing.ts';

const folder = 'src/content/industries';

/** Paths that the site itself uses. */
export const takenPaths: readonly string[] = [
  '404',
  '500',
  'about',
  'admin',
  'api',
  'auth',
  'contact',
  'form-again',
  'index',
  'pricing',
  'privacy-policy',
  'services',
  'terms-of-service',
  'thank-you',
];

const endings: readonly string[] = ['.yaml', '.yml', '.json'];

const longestSlug = 60;

class IndustryFileError extends Error {
  override name = 'IndustryFileError';

  constructor(file: string, reason: string) {
    super(`${folder}/${file}: ${reason}`);
  }
}

/** The path of the page that a file becomes, from the file's name. */
export function slugOf(file: string): string {
  const { name, ext } = parse(file);
  const refuse = (reason: string) =>
    new IndustryFileError(file, `its name becomes the path of its page, and ${reason}`);

  if (!endings.includes(ext)) {
    throw new IndustryFileError(file, `its name must end in ${endings.join(', ')}`);
  }
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    throw refuse('a path is lowercase words joined by hyphens, as in tree-service.yaml');
  }
  if (name.length > longestSlug) {
    throw refuse(`a path has at most ${longestSlug} characters; this one has ${name.length}`);
  }
  if (takenPaths.includes(name)) throw refuse(`/${name} is one of the site's own pages`);
  return name;
}

/** Refuses a price that the price list has too: the copy would go stale. */
export function refuseListedPrice(file: string, fields: Record<string, unknown>): void {
  const slug = slugOf(file);
  if (typeof fields.pricePerLead === 'number' && pricedSlugs.some((listed) => listed === slug)) {
    throw new IndustryFileError(
      file,
      `pricePerLead: ${slug} is on the price list; write "pricePerLead: ${slug}" to use that price`,
    );
  }
}

export function industryFiles(): Loader {
  const fileOfSlug = new Map<string, string>();
  const files = glob({
    // Match every file, so that a wrong kind is refused and not ignored.
    pattern: '[^._]*',
    base: `./${folder}`,
    generateId: ({ entry, data }) => {
      // Astro types data as an object, whatever the file contains.
      if (!isObject(data)) throw new IndustryFileError(entry, 'has no fields');
      refuseListedPrice(entry, data);
      const slug = slugOf(entry);
      const other = fileOfSlug.get(slug) ?? entry;
      if (other !== entry) throw new IndustryFileError(entry, `${other} already becomes /${slug}`);
      fileOfSlug.set(slug, entry);
      return slug;
    },
  });
  return {
    ...files,
    name: 'industries',
    load: (context) => {
      // Astro caches a parsed file until that file changes, but prices and colors from elsewhere
      // are checked and copied when it is parsed.
      context.store.clear();
      fileOfSlug.clear();
      return files.load(context);
    },
  };
}

const isObject = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
