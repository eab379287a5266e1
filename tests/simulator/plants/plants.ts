/** A bug that the simulator must find, as a change to the site's source. */
export interface Plant {
  name: string;
  file: string;
  /** This exact text must be in the file once. */
  find: string;
  replace: string;
}

export const plants: readonly Plant[] = [
  {
    name: 'drop the lease check',
    file: 'functions/delivery/attempt.ts',
    find: 'if (isLeased(record, now)) return undefined;',
    replace: '',
  },
  {
    name: 'record before send',
    file: 'functions/delivery/deliver.ts',
    find: 'const sent = await deps.send(messageOf(claimed, target.more), target, began, limit);',
    replace: `
      const ok = { status: 200, answer: '', retryAfter: null, ms: 0 };
      const early = { holder, began, ended: deps.now(), sent: ok, by };
      await store.change(id, (it) => recordAttempt(it, early, deps.random));
      const sent = await deps.send(messageOf(claimed, target.more), target, began, limit);`,
  },
  {
    name: 'answer 200 to a known id whatever its words',
    file: 'functions/intake/accept-lead.ts',
    find: 'if (!stored || !saysTheSame(stored, sent)) {',
    replace: 'if (!stored) {',
  },
  {
    name: 'erase by retention what is still owed',
    file: 'functions/erasure/retention.ts',
    find: 'const owedSince = daysBefore(now(), owedDays);',
    replace: 'const owedSince = now().toISOString();',
  },
  {
    name: 'forget the tombstone on import',
    file: 'scripts/transfer/import-items.ts',
    find: 'if (at === undefined) return [item];',
    replace: 'return [item];',
  },
];
