/** EDITOR=on: builds `/edit`, where an owner edits site/ in the browser. Each change is a commit. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import path, { basename } from 'node:path';
import { company } from '../../src/copy/company.ts';
import { ground } from '../../src/shared/headers.ts';
import { schemaOf, type Schema } from '../check-site.ts';
import { packagesOf } from '../command.ts';
import { afterBuild } from './built-pages.ts';

/** A field as Sveltia CMS describes it. https://sveltiacms.app/en/docs/fields */
type Field = Record<string, unknown>;

/** "copyrightYear" as "Copyright year". */
const labelOf = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The fields of a file's form, from the schema that check-site.ts uses. */
function fieldsOf({ properties = {}, additionalProperties, required = [] }: Schema, data: unknown) {
  const values = (data ?? {}) as Record<string, unknown>;
  const named = Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, values[name], required.includes(name)),
  );
  if (!additionalProperties) return named;
  const others = Object.keys(values).filter((name) => !(name in properties));
  return [...named, ...others.map((name) => fieldOf(name, additionalProperties, values[name]))];
}

function fieldOf(name: string, schema: Schema, value: unknown, required = true): Field {
  const { type, description, enum: options, format, pattern, items, maxLength = 0 } = schema;
  const { minimum: min, maximum: max } = schema;
  const field = { name, label: labelOf(name), hint: description, required };
  if (name === '$schema') return { name, widget: 'hidden', default: value };
  if (type === 'object') return { ...field, widget: 'object', fields: fieldsOf(schema, value) };
  if (type === 'array' && items) {
    const [first] = Array.isArray(value) ? (value as unknown[]) : [];
    const item = fieldOf('item', items, first);
    const inside = 'fields' in item ? { fields: item['fields'] } : { field: item };
    return { ...field, widget: 'list', ...inside };
  }
  if (type === 'boolean') return { ...field, widget: 'boolean' };
  if (type === 'integer') return { ...field, widget: 'number', value_type: 'int', min, max };
  if (options) return { ...field, widget: 'select', options };
  if (format === 'date')
    return { ...field, widget: 'datetime', format: 'YYYY-MM-DD', time_format: false };
  return {
    ...field,
    widget: maxLength > 100 ? 'text' : 'string',
    ...(pattern && { pattern: [pattern, description ?? 'This is not written as it should be.'] }),
  };
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function fileOf(file: string) {
  const name = basename(file, '.json');
  const fields = fieldsOf(schemaOf(file), read(file));
  return { name, label: labelOf(name), file, format: 'json', fields };
}

/** Netlify sets REPOSITORY_URL. Without it, the editor changes a copy in the browser, for trying it out. */
const backendOf = ({ REPOSITORY_URL = '', BRANCH }: NodeJS.ProcessEnv) => {
  const [, repo] = /github\.com[/:]([^/]+\/[^/]+?)(?:\.git)?$/.exec(REPOSITORY_URL) ?? [];
  return repo ? { name: 'github', repo, branch: BRANCH ?? 'main' } : { name: 'test-repo' };
};

/** Records of what people agreed to. They change only for a new text, and the build says how. */
const exclude = ['consent', 'earlier-consents', 'published'].map((it) => `site/${it}.json`);

export const editorConfig = (env: NodeJS.ProcessEnv) => ({
  backend: backendOf(env),
  // Each change is a draft with a deploy preview until an editor publishes it.
  publish_mode: 'editorial_workflow',
  output: { omit_empty_optional_fields: true },
  media_folder: 'public/media',
  site_url: env['URL'],
  collections: [
    {
      name: 'site',
      label: 'Site',
      files: globSync('site/*.json', { exclude }).toSorted().map(fileOf),
    },
    { name: 'pages', label: 'Pages', files: globSync('site/pages/*.json').toSorted().map(fileOf) },
    {
      name: 'industries',
      label: 'Pages of trades',
      folder: 'site/industries',
      create: true,
      extension: 'json',
      format: 'json',
      fields: fileOf(String(globSync('site/industries/*.json')[0])).fields,
    },
  ],
});

const page = `<!doctype html>
<html lang="en-US">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Edit ${company.name}</title>
    <link rel="cms-config-url" type="application/json" href="/edit/config.json" />
  </head>
  <body>
    <script src="/edit/sveltia-cms.js"></script>
  </body>
</html>
`;

/** The editor adds inline styles and shows images. It must not look for a newer version of itself. */
export const editorPolicy = [
  ...ground(`'none'`),
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `connect-src 'self' data: https://api.github.com https://www.githubstatus.com`,
  `font-src 'self'`,
].join('; ');

/** The editor's fonts. The site serves them, so that no other host sees the editors' requests. */
const fonts =
  /https:\/\/cdn\.jsdelivr\.net\/fontsource\/fonts\/([\w-]+)(:vf)?@[\d.]+\/([\w-]+\.woff2)/g;

export const editor = (env: NodeJS.ProcessEnv) =>
  afterBuild('editor', async (dir) => {
    if (env['EDITOR'] !== 'on') return;
    const packages = packagesOf('scripts/editor');
    const folder = new URL('edit/', dir);
    await mkdir(folder, { recursive: true });
    const program = await readFile(path.join(packages, '@sveltia/cms/dist/sveltia-cms.js'), 'utf8');
    await writeFile(new URL('sveltia-cms.js', folder), program.replace(fonts, '/edit/$1-$3'));
    for (const [, id, isVariable, file] of program.matchAll(fonts)) {
      const from = isVariable ? '@fontsource-variable' : '@fontsource';
      await copyFile(
        path.join(packages, `${from}/${id}/files/${id}-${file}`),
        new URL(`${id}-${file}`, folder),
      );
    }
    await writeFile(new URL('config.json', folder), JSON.stringify(editorConfig(env)));
    await writeFile(new URL('edit.html', dir), page);
  });
