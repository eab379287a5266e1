import type { Watch } from '../../../../functions/store/watch-state.ts';
import { toResponse, type Cloud } from './cloud.ts';

/** A database with nothing in it but what the site knows about itself. */
export function openDocuments(cloud: Cloud, place: string, watch: Watch): void {
  const fields = valueOf(watch).mapValue?.fields;
  const readTime = '2026-03-02T15:04:05Z';
  cloud.on(place, async (request) => {
    const { documents } = (await request.json()) as { documents: string[] };
    const answers = documents.map((name) =>
      name.endsWith('/watch/state')
        ? { found: { name, fields, createTime: readTime, updateTime: readTime }, readTime }
        : { missing: name, readTime },
    );
    return toResponse({ body: answers });
  });
}

interface Value {
  mapValue?: { fields: Record<string, Value> };
  [type: string]: unknown;
}

/** As Firestore writes values in JSON. */
function valueOf(value: unknown): Value {
  if (value === null) return { nullValue: null };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { integerValue: String(value) };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(valueOf) } };
  const entries = Object.entries(Object(value) as object);
  return {
    mapValue: { fields: Object.fromEntries(entries.map(([key, it]) => [key, valueOf(it)])) },
  };
}
