import { loadFunctions, type FunctionModule } from './function-module.ts';
import type { PendingWork } from './pending-work.ts';

interface Route {
  module: FunctionModule;
  pattern: URLPattern;
}

export interface FunctionsHost {
  /** Undefined where no function has this path and method. */
  answer(request: Request, ip: string): Promise<Response> | undefined;
}

/**
 * Runs each function in this process, loaded once: warm, as deployed ones are. @netlify/dev would
 * start a worker a call and believe the visitor's word for their address.
 */
export async function openFunctionsHost(
  folder: string,
  pending: PendingWork,
): Promise<FunctionsHost> {
  const modules = await loadFunctions(folder);
  const routes = modules.flatMap((module) =>
    module.paths.map((pathname): Route => {
      // Netlify compares paths in lower case.
      return { module, pattern: new URLPattern({ pathname }, { ignoreCase: true }) };
    }),
  );

  return {
    answer(request, ip) {
      // Netlify matches a function with or without a slash at the end.
      const pathname = new URL(request.url).pathname.replace(/(?<=.)\/$/, '');
      for (const { module, pattern } of routes) {
        const match = pattern.exec({ pathname });
        if (!match || module.methods?.includes(request.method) === false) continue;
        const context = {
          ip,
          params: match.pathname.groups,
          waitUntil: (promise: Promise<unknown>) => {
            pending.add(promise, module.name);
          },
        };
        return call(module, request, context);
      }
      return undefined;
    },
  };
}

async function call(
  { name, run }: FunctionModule,
  request: Request,
  context: Parameters<FunctionModule['run']>[1],
): Promise<Response> {
  try {
    const response = await run(request, context);
    if (response instanceof Response) return response;
    throw new TypeError(`It answered ${typeof response} where a Response belongs.`);
  } catch (error) {
    console.error(`The function ${name} failed:`, error);
    return Response.json(
      { error: 'Something went wrong on our side. Please try again.' },
      { status: 500 },
    );
  }
}
