import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { bundled } from '../../../scripts/serve/functions-host.ts';

/**
 * Packs the bundles of the last build as a deploy does, with Netlify's own packer and the settings of
 * netlify.toml: into zips, or into the folders that they unpack to.
 */
export async function packFunctions(root: string, into: string, archiveFormat: 'zip' | 'none') {
  const settings = await readFile(join(root, 'netlify.toml'), 'utf8');
  const [, nodeVersion = ''] = /NODE_VERSION = "(.+)"/.exec(settings) ?? [];
  return zipFunctions(join(root, bundled), into, {
    archiveFormat,
    basePath: root,
    repositoryRoot: root,
    // Netlify's build passes them on like this: https://github.com/netlify/build, `normalizeFunctionConfig`.
    config: { '*': { nodeVersion, includedFilesBasePath: root } },
  });
}
