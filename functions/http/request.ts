import { hash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { atMost } from '../../src/shared/at-most.ts';
import { pageLimit, type Reason } from '../../src/shared/api.ts';
import { firstProblem } from '../../src/shared/contact-schema.ts';
import { jsonIn } from '../../src/shared/json.ts';

interface Details {
  headers?: Record<string, string>;
  field?: string;
  reason?: Reason;
}

export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly field: string | undefined;
  readonly reason: Reason | undefined;

  constructor(status: number, sentence: string, { headers = {}, field, reason }: Details = {}) {
    super(sentence);
    this.status = status;
    this.headers = headers;
    this.field = field;
    this.reason = reason;
  }
}

export const tooMany = (sentence: string, waitMs: number): Refusal =>
  new Refusal(429, sentence, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });

/** In bytes. Larger than any form that people fill in. */
const bodyLimit = 16 * 1024;

export function requireMethod(request: Request, ...methods: string[]): void {
  if (!methods.includes(request.method)) throw wrongMethod(...methods);
}

export const wrongMethod = (...allowed: string[]): Refusal =>
  new Refusal(405, `This address answers ${allowed.join(' and ')} only.`, {
    headers: { allow: allowed.join(', ') },
  });

/** Browsers send the page's origin with every POST, so requests from other sites can be refused. */
export function requireOwnOrigin(request: Request): void {
  const origin = request.headers.get('origin');
  if (origin === null || origin === new URL(request.url).origin) return;
  throw new Refusal(403, 'Requests from other sites are not accepted.');
}

/** Constant time: timing must not reveal where the two differ. */
export const isSameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));

/** Without parameters. Refuses compression and all charsets but UTF-8. */
export function contentType(request: Request): string {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').split(';');
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(parameter)?.[1]?.toLowerCase())
    .find((name) => name !== undefined);
  if (!['utf-8', 'utf8'].includes(charset ?? 'utf-8') || request.headers.has('content-encoding')) {
    throw new Refusal(415, 'Please send UTF-8 text without compression.');
  }
  return type.trim().toLowerCase();
}

/** Undefined if the body is larger than the limit. Stops reading there, because a body may be endless. */
async function bytesIn({ body }: Request, limit: number) {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function readText(request: Request, limit = bodyLimit): Promise<string> {
  const tooLarge = new Refusal(413, `This is too large. The limit is ${limit / 1024} KB.`);
  if (Number(request.headers.get('content-length')) > limit) {
    await request.body?.cancel();
    throw tooLarge;
  }
  // An error means that the sender disconnected.
  const bytes = await bytesIn(request, limit).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  if (!bytes) throw tooLarge;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw unreadable(cause);
  }
}

export async function readJson(request: Request): Promise<unknown> {
  if (contentType(request) !== 'application/json') {
    throw new Refusal(415, 'Please send JSON, with the content type application/json.');
  }
  return jsonOf(await readText(request));
}

export function jsonOf(text: string): unknown {
  const body = jsonIn(text);
  if (body === undefined) throw unreadable();
  return body;
}

function unreadable(cause?: unknown): Refusal {
  return Object.assign(new Refusal(400, 'The request could not be read.'), { cause });
}

const noId = 'Please send the submission’s id as submissionId.';

export const submissionIdSchema = z.string(noId).check(z.minLength(1, noId), atMost(100, noId));

const idBodySchema = z.object({ submissionId: submissionIdSchema }, noId);

export const readSubmissionId = (body: unknown): string =>
  readParameter(idBodySchema, body).submissionId;

export const noSubmission = () => new Refusal(404, 'There is no such submission.');

/** If a name appears twice, its last value counts. */
export const parametersOf = (url: string): Record<string, string> =>
  Object.fromEntries(new URL(url).searchParams);

export function readParameter<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Refusal(400, parsed.error.issues[0]?.message ?? 'This address is not valid.');
}

/** Refuses the first problem, at its field. `noFields` refuses a body that no form sends. */
export function readFields<T>(
  schema: z.ZodMiniType<T>,
  sent: unknown,
  noFields = (error: string): Refusal => new Refusal(400, error),
): T {
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  const { field, error } = firstProblem(parsed.error);
  throw field === '' ? noFields(error) : new Refusal(422, error, { field });
}

export function readLimit(value?: string, { most, usual } = pageLimit): number {
  const text = value ?? String(usual);
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= most) return limit;
  throw new Refusal(400, `The limit must be a whole number from 1 to ${most}.`);
}
