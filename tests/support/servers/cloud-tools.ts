import { chmod, copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../../../scripts/command.ts';
import { setUp } from '../../../scripts/setup.ts';
import type { SetupDeps } from '../../../scripts/setup/step.ts';
import { FixtureSite } from './fixture-site.ts';

const tools = ['firebase', 'gcloud', 'netlify', 'npm'] as const;

/** Private values that the stand-ins print and the owner types. */
export const toolSecrets = [
  'key-of-the-account',
  'hooks.example/secret',
  'chat.example/secret',
  'token-of-the-owner',
  'token-of-netlify',
];

const key = {
  type: 'service_account',
  project_id: 'my-site-4f2a',
  private_key_id: '1234',
  private_key: '-----BEGIN PRIVATE KEY-----\nkey-of-the-account\n-----END PRIVATE KEY-----\n',
  client_email: 'site-functions@my-site-4f2a.iam.gserviceaccount.com',
};

/** Answers by the beginning of the question. A list answers a repeated question in order; then the owner leaves. */
type Answers = Readonly<Record<string, string | readonly string[]>>;

const usualAnswers: Answers = {
  'Where leads go': 'https://hooks.example/secret',
  'Where alerts go': 'https://chat.example/secret',
  'Days after which': '',
  'Id of the Firebase project': 'my-site-4f2a',
  'Billing account': '0A1B2C-3D4E5F-6A7B8C',
  'Location of the database': '',
  'The domain': '',
  'Your e-mail address': 'you@example.com',
  'Do it?': '',
  'Press Enter': [],
};

interface Options {
  without?: (typeof tools)[number];
  /** The folder of the tools' files. */
  extension?: string;
}

/** A folder for a deployment, stand-ins for the tools of the clouds, and all resources that these have created. */
export class CloudTools implements AsyncDisposable {
  readonly #site: FixtureSite;
  printed: string[] = [];
  asked: string[] = [];
  readonly variables = new Map<string, unknown>();
  deploy: object = { state: 'ready', published_at: '2026-11-24' };
  home = () => new Response('<!doctype html><title>Leads</title>');
  domains = ['my-site-4f2a.firebaseapp.com', 'my-site.netlify.app'];
  /** The do-not-contact list that Firestore returns. */
  optOuts: object[] = [];
  /** Statuses of refused requests, by a part of their address or body. */
  readonly refusals = new Map<string, number>();

  private constructor(site: FixtureSite) {
    this.#site = site;
  }

  static async create({ without, extension = '' }: Options = {}): Promise<CloudTools> {
    const script = path.join(import.meta.dirname, 'cloud-tool.sh');
    const site = await FixtureSite.create({
      'has/key.json': JSON.stringify(key, null, 2),
      'has/calls': '',
      'has/refusal': 'Error: It broke.',
      'bin/.keep': '',
    });
    for (const tool of tools.filter((it) => it !== without)) {
      const file = site.path(`bin/${tool}${extension}`);
      await copyFile(script, file);
      await chmod(file, 0o755);
    }
    return new CloudTools(site);
  }

  get root(): string {
    return this.#site.root;
  }

  /** By default, the only commands are the stand-ins. */
  env(others = ':/usr/bin:/bin'): NodeJS.ProcessEnv {
    return { PATH: this.#site.path('bin') + others, STAND_INS: this.#site.path('has') };
  }

  async run(answers: Answers = {}, deps: Partial<SetupDeps> = {}): Promise<void> {
    const given = Object.entries({ ...usualAnswers, ...answers }).map(
      ([question, answer]) =>
        [question, typeof answer === 'string' ? answer : [...answer]] as const,
    );
    this.printed = [];
    this.asked = [];
    await setUp({
      folder: this.root,
      env: this.env(),
      ask: (prompt) => {
        this.asked.push(prompt);
        const [, answer] = given.find(([question]) => prompt.startsWith(question)) ?? [];
        const line = typeof answer === 'string' ? answer : answer?.shift();
        return line === undefined ? Promise.reject(new StartError(prompt)) : Promise.resolve(line);
      },
      print: (line) => void this.printed.push(line),
      fetch: (input, init) => {
        const { href } = new URL(input instanceof Request ? input.url : input);
        return Promise.resolve(this.#answer(href, init));
      },
      netlifyToken: () => Promise.resolve('token-of-netlify'),
      ...deps,
    });
  }

  /** The site, and the APIs of Netlify and Firebase. */
  #answer(url: string, { method, headers, body }: RequestInit = {}): Response {
    if (new URL(url).pathname === '/') return this.home();
    const sent = typeof body === 'string' ? body : '';
    const refused = [...this.refusals].find(([part]) => (url + sent).includes(part));
    if (refused) return Response.json({}, { status: refused[1] });
    const isGoogle = new URL(url).host.endsWith('.googleapis.com');
    const token = isGoogle ? 'token-of-the-owner' : 'token-of-netlify';
    if (new Headers(headers).get('authorization') !== `Bearer ${token}`)
      return Response.json({}, { status: 401 });
    if (url.endsWith('/documents:runQuery')) return Response.json(this.optOuts);
    if (isGoogle)
      return Response.json({
        signIn: { email: { enabled: true, passwordRequired: true } },
        authorizedDomains: this.domains,
      });
    if (url.includes('/deploys?')) return Response.json([this.deploy]);
    if (url.endsWith('/sites/site-1')) return Response.json({ account_slug: 'my-team' });
    if (method === 'GET') return Response.json([...this.variables.keys()].map((key) => ({ key })));
    const [variable] = [JSON.parse(sent)].flat() as [{ key: string }];
    const isNew = !this.variables.has(variable.key);
    // Netlify refuses to create an existing resource, and to change a missing one.
    if (isNew !== (method === 'POST')) return Response.json({}, { status: isNew ? 404 : 409 });
    this.variables.set(variable.key, variable);
    return Response.json(variable);
  }

  /** The commands that changed a resource since the last call. */
  async calls(): Promise<string[]> {
    const text = await readFile(this.#site.path('has/calls'), 'utf8');
    await this.set('calls', '');
    return text.split('\n').filter(Boolean);
  }

  /** Makes a resource exist, or makes commands with this beginning fail or hang. */
  set(what: string, content = ''): Promise<void> {
    return this.#site.write({ [`has/${what}`]: content });
  }

  live(): Promise<string> {
    return readFile(this.#site.path('.env.live'), 'utf8');
  }

  writeLive(text: string): Promise<void> {
    return this.#site.write({ '.env.live': text });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#site[Symbol.asyncDispose]();
  }
}
