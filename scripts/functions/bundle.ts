/**
 * Bundles the functions for a deploy. Netlify's packer can't run esbuild for functions that answer a Request: it
 * copies each imported package file by file, and a cold start reads hundreds of files. Here, esbuild removes unused
 * code and writes code that only some calls need into separate files. Decision 0034.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { noArguments } from '../command.ts';
import { bundled as target, doors } from '../serve/functions-host.ts';

const code = '.built/code';

/**
 * Pages for forms sent without JavaScript, relative to `target`. Netlify removes the folder that all files share from
 * their paths. package.json is in the project's root, so it keeps the paths unchanged.
 */
const besides = ['../form-again.html', '../stop.html', '../thank-you.html', '../../package.json'];

/** Names that CommonJS packages expect. */
const commonJs = [
  `import { createRequire } from 'node:module';`,
  'const require = createRequire(import.meta.url);',
  'const __filename = import.meta.filename;',
  'const __dirname = import.meta.dirname;',
].join('');

async function bundleFunctions(root: string): Promise<void> {
  const names = (await readdir(join(root, doors))).map((file) => basename(file, '.ts'));
  for (const folder of [target, code])
    await rm(join(root, folder), { recursive: true, force: true });
  await mkdir(join(root, target), { recursive: true });
  await Promise.all(
    names.map(async (name) => {
      await bundle(root, name);
      await writeDoor(root, name);
    }),
  );
}

/** Bundles each function separately: with shared files, each function would load twenty. */
const bundle = (root: string, name: string) =>
  build({
    absWorkingDir: root,
    entryPoints: [`${doors}/${name}.ts`],
    outdir: `${code}/${name}`,
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node24',
    format: 'esm',
    bundle: true,
    minify: true,
    // Firestore's library recognizes a Long by its class name.
    keepNames: true,
    splitting: true,
    legalComments: 'none',
    define: { 'process.env.COMMIT_REF': JSON.stringify(process.env.COMMIT_REF ?? '') },
    banner: { js: commonJs },
    logLevel: 'warning',
  });

/**
 * Netlify reads `config` without running the file, so its value must be a literal. The code is included unbundled
 * (nodeBundler: none): Netlify's bundler would merge it into one file, which every cold start would read whole.
 */
async function writeDoor(root: string, name: string): Promise<void> {
  const source = pathToFileURL(join(root, doors, `${name}.ts`)).href;
  const { config } = (await import(source)) as { config: object };
  const includedFiles = [`../code/${name}/**`, ...besides];
  const door = [
    `export { default } from '../code/${name}/${name}.mjs';`,
    `export const config = ${JSON.stringify({ ...config, nodeBundler: 'none', includedFiles })};`,
  ];
  await writeFile(join(root, target, `${name}.mjs`), door.join('\n'));
}

if (import.meta.main) {
  noArguments('This command has no options: node scripts/functions/bundle.ts');
  await bundleFunctions(process.cwd());
}
