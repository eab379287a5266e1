import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

/** The folder of the functions' entry points, for a deploy and for this machine. */
export const doors = 'netlify/functions';

/** The part of Netlify's context that our functions use. */
export interface FunctionContext {
  ip: string;
  requestId: string;
  params: Record<string, string | undefined>;
  waitUntil(promise: Promise<unknown>): void;
}

export type FunctionHandler = (request: Request, context: FunctionContext) => unknown;

const oneOrMore = z.union([z.string().transform((only) => [only]), z.array(z.string())]);

const moduleShape = z.object({
  default: z.custom<FunctionHandler>((it) => typeof it === 'function', 'must be a function'),
  config: z
    .object({
      path: oneOrMore.optional(),
      method: oneOrMore.optional(),
      schedule: z.string().optional(),
    })
    .default({}),
});

export interface FunctionModule {
  name: string;
  run: FunctionHandler;
  /** Empty for a function that only a schedule calls. */
  paths: string[];
  schedule: string | undefined;
  /** Undefined if it takes any method. */
  methods: string[] | undefined;
}

export async function loadFunctions(folder: string): Promise<FunctionModule[]> {
  const files = await filesIn(folder);
  return Promise.all(files.toSorted().map((file) => loadFunction(path.join(folder, file))));
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((file) => file.endsWith('.ts'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function loadFunction(file: string): Promise<FunctionModule> {
  const { name } = path.parse(file);
  const parsed = moduleShape.safeParse(await import(pathToFileURL(file).href));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  const { default: run, config } = parsed.data;
  const { schedule } = config;
  const paths = schedule !== undefined ? [] : (config.path ?? [`/.netlify/functions/${name}`]);
  const methods = config.method?.map((method) => method.toUpperCase());
  return { name, run, paths, schedule, methods };
}
