import { join } from 'node:path';
import { resolveConfig } from '@netlify/config';
import { zipFunction, zipFunctions } from '@netlify/zip-it-and-ship-it';
import { doors } from '../serve/functions-host.ts';
import { bundleFunctions } from './bundle.ts';

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
  const { functionsDirectory, ...settings } = await settingsOf(root);
  return zipFunctions(functionsDirectory, target, packing(root, format, settings));
}

/** Packs a function as Netlify would without our bundle, into the folder that it unpacks to. */
export async function packUnbundled(root: string, name: string, target: string): Promise<void> {
  const options = packing(root, 'none', await settingsOf(root));
  await zipFunction(join(root, doors, `${name}.ts`), target, options);
}

const packing = (root: string, archiveFormat: Format, { build }: Pick<Settings, 'build'>) => ({
  archiveFormat,
  basePath: root,
  repositoryRoot: root,
  // As Netlify's build passes them on: https://github.com/netlify/build, `normalizeFunctionConfig`.
  config: {
    '*': { nodeVersion: build.environment.NODE_VERSION, includedFilesBasePath: root },
  },
});

interface Settings {
  functionsDirectory: string;
  build: { environment: { NODE_VERSION: string } };
}

async function settingsOf(root: string): Promise<Settings> {
  const read = await resolveConfig({ cwd: root, repositoryRoot: root, offline: true });
  return (read as unknown as { config: Settings }).config;
}
