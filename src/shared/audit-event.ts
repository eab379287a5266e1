import * as z from 'zod/mini';
import { adNetworks, outcomes } from './follow-up-schema.ts';
import { deliveryStates, earlierStates } from './submission.ts';

/**
 * An admin's action. It names leads only by id: a search may contain a person's name, and even the hash of
 * an e-mail address can be guessed.
 */
export const auditEventSchema = z.discriminatedUnion('action', [
  /** Tested: sent a test to the webhook, with an id that no lead has. */
  z.object({ action: z.literal(['resent', 'released', 'tested']), submission: z.string() }),
  /** Older entries only: decided that a failed lead needn't be delivered, or reversed that. */
  z.object({ action: z.literal(['settled', 'reopened']), submission: z.string() }),
  z.object({
    action: z.literal(['answered', 'unanswered', 'archived', 'unarchived']),
    submission: z.string(),
  }),
  z.object({
    action: z.literal('exported'),
    /** Null: the export wasn't filtered by it. */
    filter: z.object({
      searched: z.boolean(),
      /** 'another' replaces unknown values, because any text may have been typed. */
      industry: z.nullable(z.string()),
      /** Older entries may name an earlier state. */
      delivery: z.nullable(z.enum([...deliveryStates, ...earlierStates])),
      /** The first and the last day. Missing in older entries. */
      from: z.optional(z.string()),
      to: z.optional(z.string()),
      /** Whether it was filtered by a campaign. Its name isn't kept, because it may be any text. */
      campaign: z.optional(z.boolean()),
      waiting: z.optional(z.boolean()),
      call_back: z.optional(z.boolean()),
      outcome: z.optional(z.enum(outcomes)),
      archived: z.optional(z.boolean()),
    }),
  }),
  /** Set an outcome. Logged without reasons, words and dollars. */
  z.object({
    action: z.literal('outcome'),
    submission: z.string(),
    state: z.enum(outcomes),
  }),
  /** Exported the leads won in this month for an ad network. */
  z.object({
    action: z.literal('offered'),
    network: z.enum(adNetworks),
    month: z.string(),
    count: z.number(),
  }),
  /** Set or removed a campaign's cost for this month. Logged without its name and the dollars. */
  z.object({ action: z.literal('spent'), month: z.string() }),
  /** Issued a certificate of consent. Older entries have the hash of its statement. */
  z.object({
    action: z.literal('certified'),
    submission: z.string(),
    receipt: z.optional(z.string()),
  }),
  /**
   * Added a person to the do-not-contact list, or removed them. The submission is theirs; null if the
   * request named none.
   */
  z.object({ action: z.literal('opted-out'), submission: z.nullable(z.string()) }),
  z.object({
    action: z.literal('opted-in'),
    submission: z.nullable(z.string()),
    /** Older entries only: the id of the opt-out that was reversed. */
    undone: z.optional(z.string()),
  }),
  /** Looked a person up in one of these lists. */
  z.object({ action: z.literal('looked-up'), list: z.enum(['do-not-contact', 'erased']) }),
  /** Read more than `count` leads within an hour. */
  z.object({ action: z.literal('read-many'), count: z.number() }),
  z.object({ action: z.literal('erased'), submissions: z.array(z.string()) }),
  /** Gave this account the admin role, or removed it. */
  z.object({ action: z.literal(['granted', 'revoked']), user: z.string() }),
  /** Older entries only: imported the log of another store. */
  z.object({ action: z.literal('imported'), count: z.number(), hash: z.string() }),
  /** Older entries only: sent the end of the log to a timestamp authority. */
  z.object({
    action: z.literal('witnessed'),
    count: z.number(),
    hash: z.string(),
    token: z.nullable(z.string()),
  }),
]);

export type AuditEvent = z.infer<typeof auditEventSchema>;
