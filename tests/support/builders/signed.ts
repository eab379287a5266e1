import { Webhook } from 'standardwebhooks';
import type { Deps } from '../../../functions/deps.ts';
import { answerPublic } from '../../../functions/public.ts';
import { staff } from '../../../functions/staff.ts';
import { api } from '../../../src/shared/api.ts';
import { post, postForm } from './requests.ts';

export const secrets = [
  `whsec_${btoa('an old secret of the tests, 32 b')}`,
  `whsec_${btoa('a secret of the tests, 32 bytes.')}`,
];
const [, secret = ''] = secrets;
/** The setting of a site with a texting tool. */
export const tool = { optOutSecrets: secrets };

export const signed = (body: string, by = secret, at = new Date()) => ({
  'webhook-id': 'msg-1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(by).sign('msg-1', at, body),
});

export const optOut = (body: string, deps: Deps, headers: Record<string, string> = signed(body)) =>
  staff(post(api.optOut, body, headers), deps);

export const stop = (fields: Record<string, string>, deps: Deps, headers = {}) =>
  answerPublic(postForm(fields, headers, api.stop), deps);
