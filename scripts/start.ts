/** `npm start`, after the build: the site and the services that it calls, all on this machine. */
import { runSite } from './local/run-site.ts';
import { orSentence } from './start-error.ts';

await orSentence(() => runSite({ root: process.cwd() }));
