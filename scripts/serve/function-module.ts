import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { codeOf } from '../command.ts';

/** The folder of the functions' entry points, for a deploy and for this machine. */
export const doors = 'netlify/functions';

/** The part of Netlify's context that our functions use. */
export interface FunctionContext {
  ip: string;
  requestId: string;
  waitUntil(promise: Promise<unknown>): void;
}

type FunctionHandler = (request: Request, context: FunctionContext) => unknown;

const moduleShape = z.object({
  default: z.custom<FunctionHandler>((it) => typeof it === 'function', 'must be a function'),
  config: z
    .object({
      path: z.string().optional(),
      schedule: z.string().optional(),
    })
    .default({}),
});

export interface FunctionModule {
  name: string;
  run: FunctionHandler;
  /** Undefined for a function that only a schedule calls. */
  path: string | undefined;
  schedule: string | undefined;
}

export async function loadFunctions(folder: string): Promise<FunctionModule[]> {
  const files = await filesIn(folder);
  return Promise.all(files.toSorted().map((file) => loadFunction(path.join(folder, file))));
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((file) => file.endsWith('.ts'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

async function loadFunction(file: string): Promise<FunctionModule> {
  const { name } = path.parse(file);
  const parsed = moduleShape.safeParse(await import(pathToFileURL(file).href));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  const { default: run, config } = parsed.data;
  const { schedule, path: own = `/.netlify/functions/${name}` } = config;
  return { name, run, path: schedule === undefined ? own : undefined, schedule };
}
