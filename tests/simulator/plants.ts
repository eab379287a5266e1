import { auditEntrySchema } from '../../src/shared/audit.ts';
import type { SubmissionRecord } from '../../functions/store/record.ts';
import type { Sent } from '../../functions/delivery/send.ts';
import type { Process } from './call.ts';
import { alertTarget, chatTarget, type Wrappers } from './site.ts';

/** A mistake that an engineer could make, as a wrapper around a dependency of a world. The simulator must find it. */
export interface Plant extends Wrappers {
  name: string;
  /** The resulting behavior of the site. */
  bug: string;
  /** A part of the violation that reports it. */
  breaks: string;
  /** A world that shows it. Its engine is SQLite for an even seed, and Firestore for an odd one. */
  seed: number;
}

export const plants: readonly Plant[] = [
  // Leads
  {
    name: 'replace a known lead',
    bug: 'A new lead with a known id overwrites the stored one.',
    breaks: 'changed its words',
    seed: 4,
    store: (real) => ({
      create: async (record, ...more) => {
        const isNew = await real.create(record, ...more);
        if (!isNew) await real.change(record.id, () => record);
        return true;
      },
    }),
  },
  {
    name: 'thank for a known id',
    bug: 'A request with a known id and other words is answered like a new one.',
    breaks: 'was thanked for, and its words are not stored',
    seed: 97,
    store: (real) => ({
      create: async (...args) => {
        await real.create(...args);
        return true;
      },
    }),
  },
  {
    name: 'one id per request',
    bug: 'Each request makes a new lead, because the id of the form is ignored.',
    breaks: 'the same words are 2 leads',
    seed: 2,
    store: (real, { random }) => ({
      create: (record, ...more) => real.create({ ...record, id: random.uuid() }, ...more),
      get: () => Promise.resolve(undefined),
    }),
  },
  {
    name: 'answer before the lead is stored',
    bug: 'The visitor is thanked before the store has answered.',
    breaks: 'was thanked for, and its words are not stored',
    seed: 2,
    store: (real) => ({
      create: (...args) => {
        real.create(...args).catch(() => false);
        return Promise.resolve(true);
      },
    }),
  },
  {
    name: 'ignore an error of the store',
    bug: 'If the store fails, the lead counts as stored.',
    breaks: 'was thanked for, and its words are not stored',
    seed: 3,
    store: (real) => ({ create: (...args) => real.create(...args).catch(() => true) }),
  },
  {
    name: 'lose a concurrent change',
    bug: 'A change overwrites another one, because it was decided on an older version of the lead.',
    breaks: 'was delivered and is pending now',
    seed: 24,
    store: (real) => ({
      change: async (id, decide, also) => {
        const read = await real.get(id);
        return read && real.change(id, () => decide(read), also);
      },
    }),
  },
  {
    name: 'write without comparing versions',
    bug: 'Updates have no precondition on the version of the document.',
    breaks: 'is no longer archived',
    seed: 273,
    write: (write) => (write.kind === 'update' ? { ...write, lastUpdateTime: undefined } : write),
  },
  {
    name: 'forget to read the notes',
    bug: 'A change writes a lead back without its notes.',
    breaks: 'a note about',
    seed: 32,
    ...readWithout('notes'),
  },
  {
    name: 'forget to read the outcome',
    bug: 'A change writes a lead back without its outcome.',
    breaks: 'the outcome of',
    seed: 12,
    ...readWithout('outcome'),
  },
  {
    name: 'do not update the list',
    bug: 'A change does not update the fields that the list queries.',
    breaks: 'is on no list',
    seed: 1,
    ...neverUpdate('listed', 'listed_as'),
  },
  {
    name: 'do not update the counts',
    bug: 'A change does not update the field that the counts add up.',
    breaks: 'counts the held leads wrong',
    seed: 1,
    ...neverUpdate('attention'),
  },

  // Leases and messages
  {
    name: 'ignore a refused claim',
    bug: 'A worker sends although another worker holds the lease.',
    breaks: 'lost its lease while a worker held it',
    seed: 4,
    store: (real) => ({
      change: async (id, ...args) => (await real.change(id, ...args)) ?? real.get(id),
    }),
  },
  {
    name: 'ignore the lease',
    bug: 'A worker leases a lead that another worker has leased.',
    breaks: 'lost its lease while a worker held it',
    seed: 4,
    store: (real) => ({
      change: (id, decide, also) => real.change(id, (it) => decide({ ...it, lease: null }), also),
    }),
  },
  {
    name: 'never end a lease',
    bug: 'A lead with a lease is not due, even if the time of the lease is over.',
    breaks: 'the schedule does not finish the pending leads',
    seed: 3,
    store: (real) => ({
      due: async (...args) => {
        const due = await real.due(...args);
        const leads = await Promise.all(due.map((id) => real.get(id)));
        return leads.flatMap((it) => (it && !it.lease ? [it.id] : []));
      },
    }),
  },
  {
    name: 'record before sending',
    bug: 'A lead counts as delivered before it is sent.',
    breaks: 'is delivered, but no receiver has it',
    seed: 3,
    deps: ({ send, store }) => ({
      send: async (message, target, at) => {
        const delivery = { state: 'delivered', at: at.toISOString() } as const;
        if (message.lead) await (await store()).change(message.id, (it) => ({ ...it, delivery }));
        return send(message, target, at);
      },
    }),
  },
  {
    name: 'take a lost answer for a success',
    bug: 'If the receiver does not answer, the lead counts as delivered.',
    breaks: 'is delivered, but no receiver has it',
    seed: 10,
    deps: ({ send }) => ({
      send: async (...args) => {
        const sent = await send(...args);
        return 'error' in sent ? success : sent;
      },
    }),
  },
  {
    name: 'retry within the attempt',
    bug: 'An attempt that got no answer sends again, when its lease may be over.',
    breaks: 'was sent after it was erased',
    seed: 497,
    deps: ({ send, pause }) => ({
      send: async (...args) => {
        const sent = await send(...args);
        if (!('error' in sent)) return sent;
        await pause(20_000);
        return send(...args);
      },
    }),
  },
  {
    name: 'one id per attempt',
    bug: 'Each attempt sends the lead under a new id.',
    breaks: 'was sent and is not stored',
    seed: 1,
    deps: ({ send, newId }) => ({
      send: (message, ...args) =>
        send(message.lead ? { ...message, id: newId() } : message, ...args),
    }),
  },
  {
    name: 'send the time of the attempt',
    bug: 'The timestamp in the body is the time of the attempt.',
    breaks: 'was sent with two bodies',
    seed: 1,
    deps: ({ send }) => ({
      send: ({ body, ...message }, target, at) => {
        const now = body.replace(/(?<="timestamp":")[^"]+/, at.toISOString());
        return send({ ...message, body: now }, target, at);
      },
    }),
  },
  {
    name: 'send what the settings say now',
    bug: 'An attempt adds the fields of the current settings, not those of the first attempt.',
    breaks: 'was sent with two bodies',
    seed: 16,
    ...readWithout('more'),
  },
  {
    name: 'leave out the last address',
    bug: 'The mail does not go to the last address.',
    breaks: 'does not have it',
    seed: 2,
    deps: ({ send }) => ({
      send: (message, target, at) => {
        const { mail } = target;
        if (!mail) return send(message, target, at);
        return send(message, { ...target, mail: { ...mail, to: mail.to.slice(0, -1) } }, at);
      },
    }),
  },
  {
    name: 'forget who has the mail',
    bug: 'Only the addresses of the last attempt count as having the mail.',
    breaks: 'the record lost who has',
    seed: 155,
    ...readWithout('mailed_to'),
  },

  // Clocks
  {
    name: 'read the clock once',
    bug: 'A process uses the time at which it started.',
    breaks: 'the schedule does not finish the pending leads',
    seed: 4,
    deps: ({ now }, { process }) => {
      const start = startOf.get(process) ?? now();
      startOf.set(process, start);
      return { now: () => start };
    },
  },
  {
    name: 'use local time',
    bug: 'Processes in two time zones have clocks that differ by an hour.',
    breaks: 'lost its lease while a worker held it',
    seed: 4,
    deps: ({ now }, { process }) => ({
      now: () => new Date(now().getTime() + (process.skew > 0 ? 3_600_000 : 0)),
    }),
  },

  // People
  {
    name: 'do not ask the list',
    bug: 'The do-not-contact list has no effect.',
    breaks: "was sent against its person's wish",
    seed: 185,
    store: (real) => ({
      optOuts: async (hashes) => ({ ...(await real.optOuts(hashes)), found: [] }),
    }),
  },
  {
    name: 'cache the list',
    bug: 'A process asks only once whether a person is on the do-not-contact list.',
    breaks: "was sent against its person's wish",
    seed: 277,
    store: (real, { process }) => ({
      optOuts: (hashes) => cached(process, String(hashes), () => real.optOuts(hashes)),
    }),
  },
  {
    name: 'compare addresses as they were typed',
    bug: 'An opt-out does not find a lead whose address is in capitals.',
    breaks: 'and its person asked not to be contacted before',
    seed: 5,
    deps: ({ personHash }) => ({
      personHash: ({ email = '', ...person }) =>
        personHash?.({ ...person, email: Buffer.from(email).toString('hex') }) ?? [],
    }),
  },
  {
    name: 'erase one lead of a person',
    bug: 'Only the first lead of a person is erased.',
    breaks: 'is of a person who was erased, and stays',
    seed: 5,
    store: (real) => ({ erase: (ids, ...args) => real.erase(ids.slice(0, 1), ...args) }),
  },
  {
    name: 'delete without a tombstone',
    bug: 'The id of an erased lead is free, so the same form stores it again.',
    breaks: 'and came back',
    seed: 97,
    write: ({ collection, id, ...write }) =>
      write.kind === 'set' && 'erased_at' in write.data
        ? { collection, id, kind: 'delete' }
        : { collection, id, ...write },
  },
  {
    name: 'erase what is owed',
    bug: 'Retention erases leads that wait for their delivery.',
    breaks: 'was erased by retention while its delivery was owed',
    seed: 100,
    store: (real) => ({
      idsBefore: (time, limit, { owedSince: _, ...spared } = {}) =>
        real.idsBefore(time, limit, spared),
      erase: (ids, at, { owedSince: _, ...args } = {}) => real.erase(ids, at, args),
    }),
  },
  {
    name: 'log an erasure first',
    bug: 'The audit entry is written before the erasure, and not with it.',
    breaks: 'the audit log names what was not erased',
    seed: 23,
    store: (real) => ({
      erase: async (ids, at, { log, ...args } = {}) => {
        if (log) await real.appendAudit(log.entry([...ids]));
        return real.erase(ids, at, args);
      },
    }),
  },
  {
    name: 'log an erasure afterwards',
    bug: 'The audit entry is written after the erasure, and not with it.',
    breaks: 'the audit log does not name what was erased',
    seed: 34,
    store: (real) => ({
      erase: async (ids, at, { log, ...args } = {}) => {
        const count = await real.erase(ids, at, args);
        if (log) await real.appendAudit(log.entry([...ids]));
        return count;
      },
    }),
  },
  {
    name: 'log a change afterwards',
    bug: 'The audit entry is written after the change, and not with it.',
    breaks: 'the audit log has',
    seed: 58,
    store: (real) => ({
      change: async (id, decide, { entry, ...also } = {}) => {
        const changed = await real.change(id, decide, also);
        if (changed && entry) await real.appendAudit(entry);
        return changed;
      },
    }),
  },

  // Export and import
  {
    name: 'overwrite on import',
    bug: 'An import replaces leads that the store has already.',
    breaks: 'was delivered and is pending now',
    seed: 85,
    store: (real) => ({
      add: async (within, items) => {
        const isNew = await real.add(within, items);
        for (const item of items)
          if (item.kind === 'submission')
            await real.change(item.submission.id, () => item.submission);
        return isNew;
      },
    }),
  },
  {
    name: 'export without erasures',
    bug: 'An export leaves out the erasures in the audit log, so a lead that was erased meanwhile is imported.',
    breaks: 'and its import revived it',
    seed: 930,
    store: (real) => ({
      async *all(within, atOnce) {
        const isErasure = (item: object) =>
          'entry' in item && auditEntrySchema.safeParse(item.entry).data?.event.action === 'erased';
        for await (const page of real.all(within, atOnce))
          yield page.filter((it) => !isErasure(it));
      },
    }),
  },
  {
    name: 'leave out the last lead on import',
    bug: 'An import does not store the last lead of each batch.',
    breaks: 'was imported, and is not there',
    seed: 5,
    store: (real) => ({
      add: (within, items) =>
        real.add(within, within === 'submissions' ? items.slice(0, -1) : items),
    }),
  },
  {
    name: 'import without the log',
    bug: 'An import leaves out the audit log.',
    breaks: 'an entry of an imported audit log is missing',
    seed: 2,
    store: (real) => ({
      add: (within, items) =>
        within === 'audit_log' ? Promise.resolve([]) : real.add(within, items),
    }),
  },

  // Notices and alerts
  {
    name: 'ignore the answer of the chat',
    bug: 'A notice counts as sent although the chat refused it.',
    breaks: 'and no alert says so',
    seed: 10,
    deps: ({ send }) => ({
      send: async (message, target, at) => {
        const sent = await send(message, target, at);
        return target === chatTarget ? success : sent;
      },
    }),
  },
  {
    name: 'take a failed read for an empty one',
    bug: 'If the store does not answer, alerts say that no lead waits.',
    breaks: 'is reported as over, and is',
    seed: 4,
    store: (real) => ({
      undelivered: (...args) =>
        real.undelivered(...args).catch(() => ({ count: 0, oldest: undefined, damaged: 0 })),
    }),
  },
  {
    name: 'never send an alert',
    bug: 'Alerts count as sent without a request.',
    breaks: 'no alert says again',
    seed: 451,
    deps: ({ send }) => ({
      send: (message, target, at) =>
        target === alertTarget ? Promise.resolve(success) : send(message, target, at),
    }),
  },
  {
    name: 'cache the alerts',
    bug: 'A process does not see which alerts another process has sent.',
    breaks: 'no alert says that no lead',
    seed: 4,
    store: (real, { process }) => ({ watch: () => cached(process, 'watch', () => real.watch()) }),
  },
];

const success: Sent = { status: 200, answer: '', retryAfter: null, ms: 1 };

/** Each change gets the lead without this field, and writes the result. */
function readWithout(field: keyof SubmissionRecord): Wrappers {
  const forget = (lead: SubmissionRecord) => {
    const { [field]: _, ...rest } = lead;
    return rest as SubmissionRecord;
  };
  return {
    store: (real) => ({
      change: (id, decide, also) => real.change(id, (it) => decide(forget(it)), also),
    }),
  };
}

/** Firestore keeps these fields as they were when the lead was created. */
function neverUpdate(...fields: string[]): Wrappers {
  return {
    write: (write) => {
      if (write.kind !== 'update') return write;
      const others = Object.entries(write.data).filter(([name]) => !fields.includes(name));
      return { ...write, data: Object.fromEntries(others) };
    },
  };
}

const startOf = new WeakMap<Process, Date>();
const memoryOf = new WeakMap<Process, Map<string, unknown>>();

/** Reads once in each process. */
async function cached<T>(process: Process, key: string, read: () => Promise<T>): Promise<T> {
  const memory = memoryOf.get(process) ?? new Map<string, unknown>();
  memoryOf.set(process, memory);
  if (!memory.has(key)) memory.set(key, await read());
  return memory.get(key) as T;
}
