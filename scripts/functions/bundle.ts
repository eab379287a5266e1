/**
 * Bundles the functions for a deploy. For functions that answer a Request, Netlify's own packer can't run
 * esbuild: it copies each imported package file by file, and a cold start reads hundreds of files. Here,
 * esbuild leaves out what isn't used, and code that only some calls need is a file of its own. Decision 0034.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { noArguments } from '../command.ts';
import { bundled as target, doors } from '../serve/functions-host.ts';

const code = '.built/code';

/**
 * Relative to the doors: the pages for forms sent without JavaScript. Netlify cuts off the folder that all files
 * share, so the last file, which is in the project's root, keeps every path as it is.
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
  for (const it of [target, code]) await rm(join(root, it), { recursive: true, force: true });
  await mkdir(join(root, target), { recursive: true });
  await Promise.all(
    names.map(async (name) => {
      await bundle(root, name);
      await writeDoor(root, name);
    }),
  );
}

/** Each function by itself: with files in common, each would load twenty. */
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
    // Firestore's library knows a Long by the name of its class.
    keepNames: true,
    splitting: true,
    legalComments: 'none',
    define: { 'process.env.COMMIT_REF': JSON.stringify(process.env.COMMIT_REF ?? '') },
    banner: { js: commonJs },
    logLevel: 'warning',
  });

/**
 * Netlify reads `config` without running the file, so it must be written out. The door's code is added
 * as it is: Netlify's own bundler would merge it into one file, which every cold start would read whole.
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
