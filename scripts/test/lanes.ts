interface Plan {
  /** The steps in the order in which they begin. */
  queue: readonly string[];
  lanes: number;
  /** The step that must have passed before, if it runs at all, by the name of the one that needs it. */
  needs: Readonly<Record<string, string>>;
  /** Resolves to whether the step passed. */
  run: (step: string) => Promise<boolean>;
}

export interface StepResult {
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  seconds: number;
}

/** Each lane takes the first step that can run, also after a failure of another one. */
export async function runLanes({ queue, lanes, needs, run }: Plan): Promise<StepResult[]> {
  const waiting = [...queue];
  const running = new Map<string, Promise<unknown>>();
  const results: StepResult[] = [];
  const outcomeOf = (step: string) => results.find(({ name }) => name === step)?.outcome;

  const runStep = async (name: string): Promise<void> => {
    const needed = needs[name];
    if (needed !== undefined && queue.includes(needed) && outcomeOf(needed) !== 'passed') {
      results.push({ name, outcome: 'skipped', seconds: 0 });
      return;
    }
    const began = performance.now();
    const outcome = (await run(name)) ? 'passed' : 'failed';
    results.push({ name, outcome, seconds: (performance.now() - began) / 1000 });
  };
  const runLane = async (): Promise<void> => {
    while (waiting.length > 0) {
      const next = waiting.findIndex((it) => !running.has(needs[it] ?? ''));
      const [step] = waiting.splice(Math.max(next, 0), 1);
      if (step === undefined) return;
      const needed = running.get(needs[step] ?? '');
      if (needed) await needed;
      const ended = runStep(step);
      running.set(step, ended);
      await ended;
      running.delete(step);
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return results;
}

interface Sink {
  write: (text: string) => unknown;
}

/** The output of one step among several that run side by side. */
interface Section {
  write: (text: string) => void;
  close: () => void;
}

/**
 * Keeps the output of each step whole: the step that began first prints as it goes, and the others
 * wait for their turn.
 */
export class Output {
  readonly #sink: Sink;
  readonly #waiting: { text: string; closed: boolean }[] = [];

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  open(title: string): Section {
    const section = { text: `\n${title}\n`, closed: false };
    this.#waiting.push(section);
    this.#print();
    return {
      write: (text) => {
        section.text += text;
        this.#print();
      },
      close: () => {
        section.closed = true;
        this.#print();
      },
    };
  }

  #print(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      if (first.text) this.#sink.write(first.text);
      first.text = '';
      if (!first.closed) return;
      this.#waiting.shift();
    }
  }
}
