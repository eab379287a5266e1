import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipFunction, zipFunctions } from '@netlify/zip-it-and-ship-it';
import { doors } from '../serve/functions-host.ts';
import { bundleFunctions, target as bundles } from './bundle.ts';

type Bundle = Awaited<ReturnType<typeof zipFunctions>>[number];
type Format = 'zip' | 'none';

/**
 * Bundles all functions and packs them as a deploy does, with Netlify's own packer and the settings of
 * netlify.toml: into zips, or into the folders that they unpack to.
 */
export async function packFunctions(
  root: string,
  target: string,
  format: Format,
): Promise<Bundle[]> {
  await bundleFunctions(root);
  return zipFunctions(join(root, bundles), target, await packing(root, format));
}

/** Packs a function as Netlify would without our bundle, into the folder that it unpacks to. */
export async function packUnbundled(root: string, name: string, target: string): Promise<void> {
  await zipFunction(join(root, doors, `${name}.ts`), target, await packing(root, 'none'));
}

async function packing(root: string, archiveFormat: Format) {
  const settings = await readFile(join(root, 'netlify.toml'), 'utf8');
  const [, nodeVersion = ''] = /NODE_VERSION = "(.+)"/.exec(settings) ?? [];
  return {
    archiveFormat,
    basePath: root,
    repositoryRoot: root,
    // As Netlify's build passes them on: https://github.com/netlify/build, `normalizeFunctionConfig`.
    config: { '*': { nodeVersion, includedFilesBasePath: root } },
  };
}
