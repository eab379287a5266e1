import * as z from 'zod/mini';
import { isObject } from '../../src/shared/json.ts';

const time = z.iso.datetime();

/** A new lead of which the addresses in NOTICE_TO are to be told. */
const untoldSchema = z.object({
  id: z.string(),
  /** When it came, or was released. */
  at: time,
  test: z.optional(z.literal(true)),
});

export type Untold = z.infer<typeof untoldSchema>;

/** What one address in NOTICE_TO was told lately, and is to be told. */
const tellerSchema = z.object({
  leads: z.array(untoldSchema),
  /** When it was told of single leads. */
  told: z.array(time),
  tries: z.number(),
  next_attempt_at: time,
  /** When the first try failed after which none succeeded. */
  failing_since: z.nullable(time),
});

export type Teller = z.infer<typeof tellerSchema>;

const storedSchema = z.object({ tellers: z.array(tellerSchema) });

/** In the order of NOTICE_TO. A damaged document is begun again. */
export const readTellers = (stored: unknown): Teller[] =>
  storedSchema.safeParse(stored).data?.tellers ?? [];

/** Of a damaged one, at least the id is known. */
export const readUntold = (id: string, stored: unknown): Untold =>
  untoldSchema.safeParse({ ...(isObject(stored) && stored), id }).data ?? {
    id,
    at: new Date(0).toISOString(),
  };

/** How many are taken over in one write. Many who look at once read so many each. */
export const untoldAtOnce = 50;

/** Reads as many new leads as `untoldAtOnce`, if it wants them. */
export type DecideTellers = (
  tellers: readonly Teller[],
  untold: () => Promise<Untold[]>,
) => Promise<Teller[] | undefined> | undefined;
