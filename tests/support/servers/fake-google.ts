import { createSign, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AppOptions } from 'firebase-admin/app';
import { localProject } from '../../../functions/env.ts';
import { LocalServer } from './local-server.ts';

export const newKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

/** FIREBASE_SERVICE_ACCOUNT for a project. */
export const accountOf = (project_id: string, private_key = newKeys().privateKey): string =>
  JSON.stringify({
    type: 'service_account',
    project_id,
    client_email: `functions@${project_id}.iam.gserviceaccount.com`,
    private_key,
  });

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Google's side of sign-in: keys, accounts and signed tokens. Functions can use it as the emulator. */
export class FakeGoogle extends LocalServer {
  readonly projectId: string;
  readonly #credential = {
    getAccessToken: () => Promise.resolve({ access_token: 'any', expires_in: 3600 }),
  };
  /** By uid. */
  readonly accounts = new Map<string, { disabled?: boolean; validSince?: string }>();
  isDown = false;
  readonly #keys = newKeys();

  private constructor(projectId: string) {
    super();
    this.projectId = projectId;
  }

  static open(projectId = localProject): Promise<FakeGoogle> {
    return new FakeGoogle(projectId).listen();
  }

  /** Options of firebase-admin that send all requests to this server. */
  get options(): AppOptions {
    const createConnection = () => connect(this.port, '127.0.0.1');
    const httpAgent = Object.assign(new Agent(), { createConnection });
    return { projectId: this.projectId, credential: this.#credential, httpAgent };
  }

  token(claims: Record<string, unknown> = {}, { key = this.#keys.privateKey, alg = 'RS256' } = {}) {
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: `https://securetoken.google.com/${this.projectId}`,
      aud: this.projectId,
      sub: 'someone',
      email: 'someone@example.com',
      auth_time: now - 60,
      iat: now - 60,
      exp: now + 3600,
      ...claims,
    };
    const head = { alg, typ: 'JWT', ...(alg !== 'none' && { kid: 'current' }) };
    const signed = `${base64(head)}.${base64(payload)}`;
    if (alg === 'none') return `${signed}.`;
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
  }

  protected override async answer(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (this.isDown) return void response.writeHead(500).end();
    const body = await text(request);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(this.#answerTo(request.url ?? '', body)));
  }

  #answerTo(url: string, body: string): unknown {
    if (url.startsWith('/robot/v1/metadata/x509/')) {
      return { current: this.#keys.publicKey };
    }
    if (url.endsWith('/token'))
      return { access_token: 'x', token_type: 'Bearer', expires_in: 3600 };
    const { localId = [] } = JSON.parse(body || '{}') as { localId?: string[] };
    const found = localId.filter((it) => this.accounts.has(it));
    return { users: found.map((id) => ({ localId: id, ...this.accounts.get(id) })) };
  }
}
