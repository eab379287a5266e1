import { resolveConfig } from '@netlify/config';
import { zipFunctions, type Config } from '@netlify/zip-it-and-ship-it';
import { bundleFunctions } from './bundle.ts';

type Bundle = Awaited<ReturnType<typeof zipFunctions>>[number];

/** The settings for bundling in `[functions]` of netlify.toml. */
interface FunctionSettings {
  included_files?: string[];
  external_node_modules?: string[];
  node_bundler?: 'esbuild' | 'nft';
}

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
    config: Object.fromEntries(
      Object.entries(settings.functions).map(([name, it]) => [
        name,
        bundling(it, root, settings.build.environment.NODE_VERSION),
      ]),
    ),
  });
}

interface Settings {
  functions: Record<string, FunctionSettings>;
  functionsDirectory: string;
  build: { environment: { NODE_VERSION: string } };
}

/** As Netlify's build passes them on: https://github.com/netlify/build, `normalizeFunctionConfig`. */
function bundling(settings: FunctionSettings, root: string, nodeVersion: string): Config[string] {
  return {
    nodeVersion,
    includedFilesBasePath: root,
    ...(settings.included_files && { includedFiles: settings.included_files }),
    ...(settings.external_node_modules && {
      externalNodeModules: settings.external_node_modules,
    }),
    ...(settings.node_bundler && { nodeBundler: settings.node_bundler }),
  };
}
