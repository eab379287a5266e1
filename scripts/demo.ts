/**
 * `npm run demo`, after the build: serves the site with invented leads. Their store is in a temporary folder, and
 * nothing leaves this machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqlite } from '../functions/store/sqlite/engine.ts';
import { monthAt } from '../src/shared/report-schema.ts';
import { demoLeads } from './demo/invented-leads.ts';
import { loadSettings, usesRealAccounts } from './local/environment.ts';
import { runSite } from './start.ts';
import { ensure, noArguments, orSentence } from './command.ts';

const demoSpent = [
  { campaign: 'facebook / owners-texas', dollars: 620 },
  { campaign: 'google / spring-roofing', dollars: 480.5 },
];

const leadCount = 300;

/** With these variables, the demo would use real receivers, stores or accounts, or erase leads. */
const ignored = /^FIRE|_(?:URL|TO|ARCHIVE|SECRET|KEY|DAYS)$/;

noArguments('The demo has no options, but a variable: PORT=9000 npm run demo');

await orSentence(async () => {
  loadSettings();
  ensure(
    !usesRealAccounts(process.env),
    'The settings name a Firebase project, where the demo admin can’t sign in: remove FIREBASE_SERVICE_ACCOUNT and PUBLIC_FIREBASE_API_KEY from .env and your shell, then run npm run demo again.',
  );
  const names = Object.keys(process.env).filter((name) => ignored.test(name));
  for (const name of names) Reflect.deleteProperty(process.env, name);
  await runSite(makeData);
});

/** Runs after signals are handled, so that Ctrl-C removes the folder, too. */
async function makeData(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'leadwright-demo-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env.DATA_DIR = folder;
  const store = openSqlite(folder, console.log);
  const leads = demoLeads(leadCount, Date.now());
  await store.add(
    'submissions',
    leads.map((submission) => ({ kind: 'submission', submission })),
  );
  await store.changeSpent(monthAt(Date.now()), () => demoSpent);
  await store.close();
  console.log(`${leadCount} invented leads are in the inbox at /admin.`);
}
