import type { Target } from './target.ts';

/** What goes out: the same bytes on every try. */
export interface Message {
  id: string;
  body: string;
}

/** What came of one attempt: an answer's status, or why there was none. */
export type Sent =
  | { status: number; answer: string; retryAfter: string | null; ms: number }
  | { error: string; ms: number };

/** One attempt. Never rejects. */
export type Send = (message: Message, target: Target, at: Date) => Promise<Sent>;
