import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localProject } from '../../../functions/env.ts';

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Replaces the Auth emulator, which starts slowly, with one account. Functions that have its host accept
 * unsigned tokens, and ask it whether the account still exists.
 */
export class UnsignedAccounts implements AsyncDisposable {
  readonly #server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    const { uid: localId, email } = this;
    response.end(JSON.stringify({ users: [{ localId, email, validSince: '0' }] }));
  });
  readonly uid: string;
  readonly email: string;

  private constructor(uid: string, email: string) {
    this.uid = uid;
    this.email = email;
  }

  static async open(uid: string, email: string): Promise<UnsignedAccounts> {
    const accounts = new UnsignedAccounts(uid, email);
    await once(accounts.#server.listen(0, '127.0.0.1'), 'listening');
    return accounts;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  token(projectId = localProject): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: `https://securetoken.google.com/${projectId}`,
      aud: projectId,
      sub: this.uid,
      email: this.email,
      auth_time: now - 60,
      iat: now - 60,
      exp: now + 3600,
    };
    return `${base64({ alg: 'none', typ: 'JWT' })}.${base64(claims)}.`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
