import { FieldValue, Timestamp, type DocumentData } from 'firebase-admin/firestore';
import { code } from '../../../functions/store/firestore/client.ts';

/** The version of a document; Firestore uses a time. */
export interface Version {
  readonly number: number;
}

export interface Document {
  data: DocumentData;
  updateTime: Version;
}

interface Place {
  collection: string;
  id: string;
}

export type Write = Place &
  (
    | { kind: 'create' | 'set'; data: DocumentData }
    | { kind: 'update'; data: DocumentData; lastUpdateTime?: Version | undefined }
    | { kind: 'delete'; lastUpdateTime?: Version | undefined }
  );

/** A refusal like Firestore's, with gRPC's numbers. */
export const refusal = (number: number): Error =>
  Object.assign(new Error(`The simulated Firestore says no: ${number}`), { code: number });

type OnWrite = (place: Place, before?: DocumentData, after?: DocumentData) => void;

/** Documents with versions. A commit writes all or nothing, depending on its preconditions. */
export class Database {
  readonly #collections = new Map<string, Map<string, Document>>();
  readonly #onWrite: OnWrite;
  readonly #received: (write: Write) => Write;
  #version = 0;

  constructor(onWrite: OnWrite, received = (write: Write): Write => write) {
    this.#onWrite = onWrite;
    this.#received = received;
  }

  collection(name: string): Map<string, Document> {
    const known = this.#collections.get(name);
    if (known) return known;
    const documents = new Map<string, Document>();
    this.#collections.set(name, documents);
    return documents;
  }

  commit(writes: readonly Write[]): void {
    const received = writes.map(this.#received);
    for (const write of received) this.#check(write);
    for (const write of received) this.#apply(write);
  }

  #check(write: Write): void {
    const there = this.collection(write.collection).get(write.id);
    if (write.kind === 'create' && there) throw refusal(code.alreadyExists);
    if (write.kind !== 'update' && write.kind !== 'delete') return;
    const { lastUpdateTime } = write;
    if (write.kind === 'delete' && !lastUpdateTime) return;
    if (write.kind === 'update' && Object.keys(write.data).length === 0)
      throw new TypeError('Nothing to update');
    if (!there) throw refusal(code.notFound);
    if (lastUpdateTime && lastUpdateTime.number !== there.updateTime.number) {
      throw refusal(code.failedPrecondition);
    }
  }

  #apply(write: Write): void {
    const documents = this.collection(write.collection);
    const before = documents.get(write.id)?.data;
    const after = dataAfter(write, before);
    const number = ++this.#version;
    if (after) documents.set(write.id, { data: timed(after, number), updateTime: { number } });
    else documents.delete(write.id);
    this.#onWrite(write, before, after);
  }
}

const timed = (data: DocumentData, second: number): DocumentData =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof FieldValue ? new Timestamp(second, 0) : value,
    ]),
  );

function dataAfter(write: Write, before?: DocumentData): DocumentData | undefined {
  if (write.kind === 'delete') return undefined;
  return write.kind === 'update' ? { ...before, ...write.data } : write.data;
}
