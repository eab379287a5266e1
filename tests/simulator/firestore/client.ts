import type { DocumentData, Firestore } from 'firebase-admin/firestore';
import type { Database, Document, Version, Write } from './database.ts';
import { emptyShape, run, valueIn, valuesAt, type Field, type Shape } from './query.ts';

/** Delivers a request: calls `apply` when it arrives. A lost request never calls it. */
export type Travel = <T>(name: string, apply: () => T) => Promise<T>;

export const arrives: Travel = (_, apply) => Promise.try(apply);

/** The part of the library's client that the engine uses, on a simulated database. */
export const clientOf = (database: Database, travel: Travel): Firestore =>
  ({
    collection: (name: string) => collectionOf(name, database, travel),
    batch: () => batchOf(database, travel),
  }) as unknown as Firestore;

const collectionOf = (name: string, database: Database, travel: Travel) =>
  Object.assign(new Query(name, database, travel, emptyShape), {
    doc: (id: string) => new Reference(name, id, database, travel),
  });

interface Precondition {
  lastUpdateTime?: Version;
}

class Reference {
  readonly collection: string;
  readonly id: string;
  readonly #database: Database;
  readonly #travel: Travel;

  constructor(collection: string, id: string, database: Database, travel: Travel) {
    this.collection = collection;
    this.id = id;
    this.#database = database;
    this.#travel = travel;
  }

  get = () =>
    this.#travel(
      `get ${this.collection}/${this.id}`,
      () => new Snapshot(this, this.#database.collection(this.collection).get(this.id)),
    );
  update = (data: DocumentData) =>
    batchOf(this.#database, this.#travel).update(this, data).commit();
}

class Snapshot {
  readonly ref: Reference;
  readonly #document: Document | undefined;

  constructor(ref: Reference, document: Document | undefined) {
    this.ref = ref;
    this.#document = document;
  }

  get id(): string {
    return this.ref.id;
  }

  get exists(): boolean {
    return this.#document !== undefined;
  }

  get updateTime(): Version | undefined {
    return this.#document?.updateTime;
  }

  data = (): DocumentData | undefined => this.#document?.data;
  get = (path: string): unknown => valueIn(this.#document?.data, path);
}

function batchOf(database: Database, travel: Travel) {
  const writes: Write[] = [];
  const add = (write: Write) => {
    writes.push(write);
    return batch;
  };
  const batch = {
    create: ({ collection, id }: Reference, data: DocumentData) =>
      add({ kind: 'create', collection, id, data }),
    set: ({ collection, id }: Reference, data: DocumentData) =>
      add({ kind: 'set', collection, id, data }),
    update: ({ collection, id }: Reference, data: DocumentData, at: Precondition = {}) =>
      add({ kind: 'update', collection, id, data, lastUpdateTime: at.lastUpdateTime }),
    delete: ({ collection, id }: Reference, at: Precondition = {}) =>
      add({ kind: 'delete', collection, id, lastUpdateTime: at.lastUpdateTime }),
    commit: () =>
      travel(
        `commit ${writes.map((it) => `${it.kind} ${it.collection}/${it.id}`).join(', ')}`,
        () => database.commit(writes),
      ),
  };
  return batch;
}

class Query {
  readonly #name: string;
  readonly #database: Database;
  readonly #travel: Travel;
  readonly #shape: Shape;

  constructor(name: string, database: Database, travel: Travel, shape: Shape) {
    this.#name = name;
    this.#database = database;
    this.#travel = travel;
    this.#shape = shape;
  }

  where = (field: Field, operator: Shape['filters'][number]['operator'], value: unknown): Query =>
    this.#with({ filters: [...this.#shape.filters, { field, operator, value }] });

  orderBy = (field: Field, direction: 'asc' | 'desc' = 'asc'): Query =>
    this.#with({
      orders: [...this.#shape.orders, { field, descending: direction === 'desc' }],
    });

  limit = (limit: number): Query => this.#with({ limit });

  startAfter = (...values: unknown[]): Query => {
    const [first] = values;
    if (!(first instanceof Snapshot)) return this.#with({ from: values });
    const { id, updateTime } = first;
    if (!updateTime) throw new TypeError('Nothing begins behind a document that is not there');
    const found = [id, { data: first.data() ?? {}, updateTime }] as const;
    return this.#with({ from: valuesAt(found, this.#shape) });
  };

  select = (...fields: string[]): Query => this.#with({ fields });

  get = () =>
    this.#travel(`query ${this.#name}`, () => {
      const documents = this.#database.collection(this.#name);
      const docs = run(documents, this.#shape).map(
        ([id, document]) =>
          new Snapshot(new Reference(this.#name, id, this.#database, this.#travel), document),
      );
      return { docs };
    });

  aggregate = (sums: Record<string, { _field?: string }>) => ({
    get: () =>
      this.#travel(`sum ${this.#name}`, () => {
        const found = run(this.#database.collection(this.#name), this.#shape);
        const sumOf = (field: string): number =>
          found.reduce((sum, [, { data }]) => sum + Number(valueIn(data, field)), 0);
        const named = Object.entries(sums).map(([name, sum]) => [name, sumOf(sum._field ?? '')]);
        return { data: () => Object.fromEntries(named) as Record<string, number> };
      }),
  });

  count = () => ({
    get: () =>
      this.#travel(`count ${this.#name}`, () => {
        const { length } = run(this.#database.collection(this.#name), this.#shape);
        return { data: () => ({ count: length }) };
      }),
  });

  #with(more: Partial<Shape>): Query {
    return new Query(this.#name, this.#database, this.#travel, { ...this.#shape, ...more });
  }
}
