import type { Reason } from '../../src/shared/api.ts';

interface Details {
  headers?: Record<string, string>;
  field?: string;
  reason?: Reason;
}

/** Thrown to refuse a request: the answer is this status and this sentence. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The field that the sentence is about. */
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

/** Its Retry-After header says when to try again. */
export const tooMany = (sentence: string, waitMs: number): Refusal =>
  new Refusal(429, sentence, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
