/** A request that gets no more than a sentence: why, and with which status. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly headers: Record<string, string>;
  /** The field that the sentence is about. */
  readonly field: string | undefined;

  constructor(
    status: number,
    sentence: string,
    { headers = {}, field }: { headers?: Record<string, string>; field?: string } = {},
  ) {
    super(sentence);
    this.status = status;
    this.headers = headers;
    this.field = field;
  }
}

/** Says in its header, too, when there is room again. */
export const tooMany = (sentence: string, waitMs: number): Refusal =>
  new Refusal(429, sentence, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
