import * as z from 'zod/mini';
import { adNetworks, outcomes } from './follow-up-schema.ts';
import { deliveryStates, earlierStates } from './submission.ts';

/**
 * An admin's action. An entry names leads only by id: the words of a search may be a person's name,
 * and even the hash of an e-mail address can be guessed.
 */
export const auditEventSchema = z.discriminatedUnion('action', [
  /** Tested: sent a test to the webhook. It has the test's id, which no lead has. */
  z.object({ action: z.literal(['resent', 'released', 'tested']), submission: z.string() }),
  /** Only in older entries. Settled: decided that a failed lead needn't be delivered. Reopened: took that back. */
  z.object({ action: z.literal(['settled', 'reopened']), submission: z.string() }),
  z.object({
    action: z.literal(['answered', 'unanswered', 'archived', 'unarchived']),
    submission: z.string(),
  }),
  z.object({
    action: z.literal('exported'),
    /** Null means that the export wasn't filtered by it. */
    filter: z.object({
      searched: z.boolean(),
      /** 'another' stands for one that isn't ours: anything may have been typed there. */
      industry: z.nullable(z.string()),
      /** Older entries may name an earlier state. */
      delivery: z.nullable(z.enum([...deliveryStates, ...earlierStates])),
      /** The first and the last day. Older entries don't have them. */
      from: z.optional(z.string()),
      to: z.optional(z.string()),
      /** Whether it was one campaign's leads. Its name may be anything, too. */
      campaign: z.optional(z.boolean()),
      waiting: z.optional(z.boolean()),
      call_back: z.optional(z.boolean()),
      outcome: z.optional(z.enum(outcomes)),
      archived: z.optional(z.boolean()),
    }),
  }),
  /** Noted what became of a lead, without reasons, words and dollars. */
  z.object({
    action: z.literal('outcome'),
    submission: z.string(),
    state: z.enum(outcomes),
  }),
  /** Took the leads that were won in this month to an ad network. */
  z.object({
    action: z.literal('offered'),
    network: z.enum(adNetworks),
    month: z.string(),
    count: z.number(),
  }),
  /** Entered what a campaign cost in this month, or took it out, without its name and the dollars. */
  z.object({ action: z.literal('spent'), month: z.string() }),
  /** Issued a certificate of consent. Older entries have the hash of what it stated. */
  z.object({
    action: z.literal('certified'),
    submission: z.string(),
    receipt: z.optional(z.string()),
  }),
  /**
   * Put a person on the do-not-contact list, or took them off. The submission is theirs: null if the
   * request named none.
   */
  z.object({ action: z.literal('opted-out'), submission: z.nullable(z.string()) }),
  z.object({
    action: z.literal('opted-in'),
    submission: z.nullable(z.string()),
    /** Only older entries: the id of the opt-out that was taken back. */
    undone: z.optional(z.string()),
  }),
  /** Asked whether a person is on one of these lists. */
  z.object({ action: z.literal('looked-up'), list: z.enum(['do-not-contact', 'erased']) }),
  /** Read more leads than this within an hour. */
  z.object({ action: z.literal('read-many'), count: z.number() }),
  z.object({ action: z.literal('erased'), submissions: z.array(z.string()) }),
  /** Gave this account the admin role, or took it away. */
  z.object({ action: z.literal(['granted', 'revoked']), user: z.string() }),
  /** Only older entries: brought the log of another store. */
  z.object({ action: z.literal('imported'), count: z.number(), hash: z.string() }),
  /** Only older entries: sent the end of the log to a timestamp authority. */
  z.object({
    action: z.literal('witnessed'),
    count: z.number(),
    hash: z.string(),
    token: z.nullable(z.string()),
  }),
]);

export type AuditEvent = z.infer<typeof auditEventSchema>;
