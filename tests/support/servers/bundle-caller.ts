/**
 * Loads a bundled function into this fresh process and calls it: `bundle-caller.ts <file> <calls>`.
 * Its working directory is the bundle's folder, as in a deployment.
 */
import { pathToFileURL } from 'node:url';

interface Call {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const [, , file = '', calls = '[]'] = process.argv;
const { default: run } = (await import(pathToFileURL(file).href)) as {
  default: (request: Request, context: unknown) => Promise<Response>;
};
const work: Promise<unknown>[] = [];
const context = {
  ip: '203.0.113.7',
  requestId: crypto.randomUUID(),
  waitUntil: (it: Promise<unknown>) => work.push(it),
};
const answers = [];
for (const { path, ...call } of JSON.parse(calls) as Call[]) {
  const response = await run(new Request(`https://leadwright.example${path}`, call), context);
  // This is the time since the process started.
  const ms = performance.now();
  answers.push({
    status: response.status,
    text: await response.text(),
    ms,
    memory: process.memoryUsage.rss(),
  });
}
await Promise.all(work);
process.send?.(answers);
process.disconnect();
