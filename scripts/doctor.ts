/** `npm run doctor`: whether a deployment with these settings, from .env or the shell, would work. */
import { checks } from './doctor/checks.ts';
import { main } from './doctor/main.ts';
import { liveWorld } from './doctor/world.ts';
import { loadDotEnv } from './local/environment.ts';

loadDotEnv(process.cwd());
process.exitCode = await main(process.argv.slice(2), checks, liveWorld(process.env));
