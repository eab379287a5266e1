import { resolveConfig } from '@netlify/config';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { bundleFunctions } from './bundle.ts';

type Bundle = Awaited<ReturnType<typeof zipFunctions>>[number];

/**
 * Bundles all functions and packs them as a deploy does, with Netlify's own packer and the settings of
 * netlify.toml: into zips, or into the folders that they unpack to.
 */
export async function packFunctions(
  root: string,
  target: string,
  archiveFormat: 'zip' | 'none',
): Promise<Bundle[]> {
  await bundleFunctions(root);
  const { config: settings } = (await resolveConfig({
    cwd: root,
    repositoryRoot: root,
    offline: true,
  })) as unknown as { config: Settings };
  return zipFunctions(settings.functionsDirectory, target, {
    archiveFormat,
    basePath: root,
    repositoryRoot: root,
    // As Netlify's build passes them on: https://github.com/netlify/build, `normalizeFunctionConfig`.
    config: {
      '*': {
        nodeVersion: settings.build.environment.NODE_VERSION,
        includedFilesBasePath: root,
      },
    },
  });
}

interface Settings {
  functionsDirectory: string;
  build: { environment: { NODE_VERSION: string } };
}
