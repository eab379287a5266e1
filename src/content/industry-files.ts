import { parse } from 'node:path';
import { glob, type Loader } from 'astro/loaders';
import { pricedSlugs } from '../shared/pricing.ts';

const folder = 'src/content/industries';

/** The site's own paths, which an industry can't have. */
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

export class IndustryFileError extends Error {
  override name = 'IndustryFileError';

  constructor(file: string, reason: string) {
    super(`${folder}/${file}: ${reason}`);
  }
}

/** The path of a file's page, if the file's name makes a good one. */
export function slugOf(file: string): string {
  const { name, ext } = parse(file);
  const refuse = (reason: string) =>
    new IndustryFileError(file, `its name becomes the path of its page, and ${reason}`);

  if (!endings.includes(ext)) {
    throw new IndustryFileError(file, `its name ends in none of ${endings.join(', ')}`);
  }
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
    throw refuse('a path is lower-case words joined by hyphens, as in tree-service.yaml');
  }
  if (name.length > longestSlug) {
    throw refuse(`a path has at most ${longestSlug} characters; this one has ${name.length}`);
  }
  if (takenPaths.includes(name)) throw refuse(`/${name} is the site's own`);
  return name;
}

/** A price that is on the price list must not stand in a file as well, where it would grow stale. */
export function refuseListedPrice(file: string, fields: Record<string, unknown>): void {
  const slug = slugOf(file);
  if (typeof fields.pricePerLead === 'number' && pricedSlugs.some((listed) => listed === slug)) {
    throw new IndustryFileError(
      file,
      `pricePerLead: ${slug} is on the price list; write "pricePerLead: ${slug}" and the price is read from there`,
    );
  }
}

export function industryFiles(): Loader {
  const fileOfSlug = new Map<string, string>();
  const files = glob({
    // Every file, so that one of another kind is refused and not overlooked.
    pattern: '[^._]*',
    base: `./${folder}`,
    generateId: ({ entry, data }) => {
      // Astro types data as an object, whatever the file held.
      if (!isObject(data)) throw new IndustryFileError(entry, 'holds no fields');
      refuseListedPrice(entry, data);
      const slug = slugOf(entry);
      const other = fileOfSlug.get(slug) ?? entry;
      if (other !== entry)
        throw new IndustryFileError(entry, `/${slug} is that of ${other} already`);
      fileOfSlug.set(slug, entry);
      return slug;
    },
  });
  return {
    ...files,
    name: 'industries',
    load: (context) => {
      // Astro keeps what it has parsed until a file changes. The prices and colours that a file is
      // held against stand elsewhere, and would stay as they were when the file was last edited.
      context.store.clear();
      fileOfSlug.clear();
      return files.load(context);
    },
  };
}

const isObject = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
