import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { LocalServer } from './local-server.ts';
import { emulatorHost } from '../worlds/each-engine.ts';
import {
  billOf,
  countIn,
  nothing,
  sum,
  type Billed,
  type Call,
  type Write,
} from './firestore-bill.ts';

interface Asked {
  structuredQuery?: unknown;
  structuredAggregationQuery?: Aggregation;
}

interface Aggregation {
  structuredQuery: object;
  aggregations: { sum?: { field: { fieldPath: string } } }[];
}

/** Gone: hangs up at once. Silent: accepts the call and never answers. */
export type Fault = 'gone' | 'silent' | 'overloaded';

const asJson = { 'content-type': 'application/json' };

/** Includes the summed fields, because they must be in the query's index. */
const aggregated = (aggregation?: Aggregation): object | undefined =>
  aggregation && {
    ...aggregation.structuredQuery,
    sums: aggregation.aggregations.flatMap(({ sum }) => sum?.field.fieldPath ?? []),
  };

/** A proxy between the store and the emulator, which records requests and can fail them. */
export class FirestoreWire extends LocalServer {
  /** The queries that were run or counted, as they were sent. */
  readonly queries: unknown[] = [];
  readonly #answered: Call[] = [];
  fault: Fault | undefined;
  /** Awaited at each request. */
  onRequest = (): unknown => undefined;
  readonly commits: Write[][] = [];
  #answersToLose = 0;
  #requests = 0;

  static open(): Promise<FirestoreWire> {
    return new FirestoreWire().listen();
  }

  /** Resolves when no more requests come. */
  async quiet(): Promise<void> {
    let before: number;
    do {
      before = this.#requests;
      await wait(100);
    } while (this.#requests > before);
  }

  /** The next writes succeed, but their responses are lost. */
  loseAnswers(count: number): void {
    this.#answersToLose = count;
  }

  /** The operations that were billed since the last call. */
  takeBill(): Billed {
    return this.#answered.splice(0).map(billOf).reduce(sum, nothing);
  }

  protected override async answer(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    this.#requests += 1;
    const body = await buffer(incoming);
    const { fault } = this;
    await this.onRequest();
    const { url = '', method, headers } = incoming;
    if (/:run(?:Aggregation)?Query/.test(url)) {
      const asked = JSON.parse(body.toString()) as Asked;
      this.queries.push(aggregated(asked.structuredAggregationQuery) ?? asked.structuredQuery);
    }
    if (url.includes(':commit')) {
      this.commits.push((JSON.parse(body.toString()) as { writes: Write[] }).writes);
    }
    if (fault === 'gone') return void outgoing.destroy();
    if (fault === 'silent') return;
    if (fault === 'overloaded') return void outgoing.writeHead(503).end('Overloaded');

    const [hostname, port] = emulatorHost.split(':');
    const onward = request({ hostname, port, path: url, method, headers });
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    if (this.#answersToLose > 0 && url.includes(':commit')) {
      this.#answersToLose--;
      answer.resume();
      return void outgoing.destroy();
    }
    const whole = await buffer(answer);
    // A refused write, as after a failed precondition, is not billed.
    if (answer.statusCode === 200) {
      const entries = url.includes(':runAggregationQuery') ? await this.#count(url, body) : 0;
      this.#answered.push({ path: url, body: body.toString(), answer: whole.toString(), entries });
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(whole);
  }

  /** The number of index entries that an aggregation reads, which its result does not contain. */
  async #count(path: string, body: Buffer): Promise<number> {
    const { structuredAggregationQuery } = JSON.parse(body.toString()) as Asked;
    const { structuredQuery } = structuredAggregationQuery ?? {};
    const counting = { structuredQuery, aggregations: [{ alias: 'all', count: {} }] };
    const response = await fetch(`http://${emulatorHost}${path}`, {
      method: 'POST',
      headers: { ...asJson, authorization: 'Bearer owner' },
      body: JSON.stringify({ structuredAggregationQuery: counting }),
    });
    return countIn(await response.text());
  }
}
