/** EDITOR=on: builds `/edit`, where an owner changes site/ in the browser. It commits to the repository. */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { AstroIntegration } from 'astro';
import { company } from '../../src/copy/company.ts';

/** What is read here of a JSON schema. */
interface Schema {
  type?: string;
  description?: string;
  enum?: string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | false;
  items?: Schema;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** A field as Sveltia CMS describes it. https://sveltiacms.app/en/docs/fields */
type Field = Record<string, unknown>;

/** "copyrightYear" as "Copyright year". */
const labelOf = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The fields of an editor, from the schema that the build checks the same file with. */
function fieldsOf(root: Schema, data: unknown): Field[] {
  const fieldOf = (name: string, named: Schema, value: unknown, required = true): Field => {
    const schema = named.$ref ? { ...root.$defs?.[basename(named.$ref)], ...named } : named;
    const { type, description, enum: options, format, pattern, items } = schema;
    const field = { name, label: labelOf(name), hint: description, required };
    if (name === '$schema') return { name, widget: 'hidden', default: value };
    if (type === 'object') return { ...field, widget: 'object', fields: inside(schema, value) };
    if (type === 'array' && items) {
      const [first] = Array.isArray(value) ? (value as unknown[]) : [];
      const item = fieldOf('item', items, first);
      return {
        ...field,
        widget: 'list',
        ...('fields' in item ? { fields: item['fields'] } : { field: item }),
      };
    }
    if (type === 'boolean') return { ...field, widget: 'boolean' };
    if (type === 'integer' || type === 'number') {
      const { minimum: min, maximum: max } = schema;
      return {
        ...field,
        widget: 'number',
        value_type: type === 'integer' ? 'int' : 'float',
        min,
        max,
      };
    }
    if (options) return { ...field, widget: 'select', options };
    if (format === 'date')
      return { ...field, widget: 'datetime', format: 'YYYY-MM-DD', time_format: false };
    return {
      ...field,
      widget: (schema.maxLength ?? 0) > 100 ? 'text' : 'string',
      ...(pattern && { pattern: [pattern, description ?? 'This is not written as it should be.'] }),
    };
  };
  const inside = (schema: Schema, value: unknown): Field[] => {
    const { properties = {}, additionalProperties, required = [] } = schema;
    const values = (value ?? {}) as Record<string, unknown>;
    const more = additionalProperties ? Object.keys(values) : [];
    return [
      ...Object.entries(properties).map(([name, it]) =>
        fieldOf(name, it, values[name], required.includes(name)),
      ),
      ...more
        .filter((name) => !(name in properties))
        .map((name) => fieldOf(name, additionalProperties as Schema, values[name])),
    ];
  };
  return inside(root, data);
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function fileOf(file: string) {
  const schema = read(file.replace('site/', 'site/schema/')) as Schema;
  const name = basename(file, '.json');
  return { name, label: labelOf(name), file, format: 'json', fields: fieldsOf(schema, read(file)) };
}

/** Where the files are: Netlify names the repository. Without one, a copy in the browser is for a try. */
const backendOf = ({ REPOSITORY_URL = '', BRANCH }: NodeJS.ProcessEnv) => {
  const [, repo] = /github\.com[/:]([^/]+\/[^/]+?)(?:\.git)?$/.exec(REPOSITORY_URL) ?? [];
  return repo ? { name: 'github', repo, branch: BRANCH ?? 'main' } : { name: 'test-repo' };
};

export const editorConfig = (env: NodeJS.ProcessEnv) => ({
  backend: backendOf(env),
  // Each change is a draft, with the deploy's preview, until somebody publishes it.
  publish_mode: 'editorial_workflow',
  output: { omit_empty_optional_fields: true },
  media_folder: 'public/media',
  site_url: env['URL'],
  collections: [
    { name: 'site', label: 'Site', files: globSync('site/*.json').toSorted().map(fileOf) },
    { name: 'pages', label: 'Pages', files: globSync('site/pages/*.json').toSorted().map(fileOf) },
    {
      name: 'industries',
      label: 'Pages of trades',
      folder: 'site/industries',
      create: true,
      extension: 'json',
      format: 'json',
      fields: fieldsOf(
        read('site/schema/industries.json') as Schema,
        read(String(globSync('site/industries/*.json')[0])),
      ),
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

/** It styles itself, and shows what is edited. It doesn't get to look for a newer version of itself. */
export const editorPolicy = [
  `default-src 'none'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `connect-src 'self' data: https://api.github.com https://www.githubstatus.com`,
  `font-src 'self'`,
].join('; ');

/** Where it would get its fonts. The site has them, so that no other host learns who edits. */
const fonts =
  /https:\/\/cdn\.jsdelivr\.net\/fontsource\/fonts\/([\w-]+)(:vf)?@[\d.]+\/([\w-]+\.woff2)/g;

/** The editor has a lockfile of its own, so whoever doesn't use it installs nothing of it. */
const installed = new URL('../../editor/node_modules/', import.meta.url);

export function editor(env: NodeJS.ProcessEnv): AstroIntegration {
  return {
    name: 'editor',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        if (env['EDITOR'] !== 'on') return;
        if (!existsSync(installed)) {
          execFileSync('npm', ['ci', '--prefix', 'editor', '--no-audit'], {
            stdio: 'inherit',
            shell: process.platform === 'win32',
          });
        }
        const folder = new URL('edit/', dir);
        await mkdir(folder, { recursive: true });
        const program = await readFile(
          new URL('@sveltia/cms/dist/sveltia-cms.js', installed),
          'utf8',
        );
        await writeFile(new URL('sveltia-cms.js', folder), program.replace(fonts, '/edit/$1-$3'));
        for (const [, id, isVariable, file] of program.matchAll(fonts)) {
          const from = isVariable ? '@fontsource-variable' : '@fontsource';
          await copyFile(
            new URL(`${from}/${id}/files/${id}-${file}`, installed),
            new URL(`${id}-${file}`, folder),
          );
        }
        await writeFile(new URL('config.json', folder), JSON.stringify(editorConfig(env)));
        await writeFile(new URL('edit.html', dir), page);
      },
    },
  };
}
