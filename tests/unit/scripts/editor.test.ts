/** The forms of /edit, which must not lose what is in a file when somebody saves it. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editorConfig } from '../../../scripts/build/editor.ts';

interface Field {
  name: string;
  fields?: Field[];
  field?: Field;
}

/** The fields of a file that its form lacks. */
function missing(value: unknown, { name, fields, field }: Field): string[] {
  if (Array.isArray(value)) {
    const item = { name, ...(fields ? { fields } : field) };
    return value.flatMap((it) => missing(it, item));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, it]) => {
    const known = fields?.find((each) => each.name === key);
    return known ? missing(it, known) : `${name}.${key}`;
  });
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const { collections } = editorConfig({});

test('each file of site/ but the legal texts, and what people agreed to, has a form with a field for all that it has', () => {
  const forms = collections.flatMap(({ files = [] }) =>
    files.map(({ file, fields }) => ({ file, name: file, fields: fields as unknown as Field[] })),
  );
  for (const it of forms) expect(missing(read(it.file), it), it.file).toEqual([]);
  const trades = collections.find(({ folder }) => folder)?.fields as unknown as Field[];
  const pages = globSync('site/industries/*.json');
  for (const it of pages) expect(missing(read(it), { name: it, fields: trades }), it).toEqual([]);
  const edited = [...forms.map(({ file }) => file), ...pages].toSorted();
  const record = ['consent', 'earlier-consents', 'published'].map((it) => `site/${it}.json`);
  const all = globSync('site/{.,pages,industries}/*.json', { exclude: record });
  expect(edited).toEqual(all.toSorted());
});

test('it commits to the repository that Netlify names, and tries itself in the browser without one', () => {
  const env = { REPOSITORY_URL: 'https://github.com/an-owner/site', BRANCH: 'live' };
  expect(editorConfig(env).backend).toEqual({
    name: 'github',
    repo: 'an-owner/site',
    branch: 'live',
  });
  expect(editorConfig({}).backend).toEqual({ name: 'test-repo' });
});
