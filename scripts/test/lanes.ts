interface Plan {
  /** Steps of one lane run one after the other; lanes run side by side. */
  lanes: readonly (readonly string[])[];
  /** The step that must have passed before, by the name of the one that needs it. */
  needs: Readonly<Record<string, string>>;
  /** Resolves to whether the step passed. */
  run: (step: string) => Promise<boolean>;
}

export interface StepResult {
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  seconds: number;
}

/** Runs every step, also after a failure, except those that need a failed one. */
export async function runLanes({ lanes, needs, run }: Plan): Promise<StepResult[]> {
  const results = new Map(lanes.flat().map((step) => [step, Promise.withResolvers<StepResult>()]));
  const resultOf = (step: string) => {
    const result = results.get(step);
    if (!result) throw new TypeError(`No lane has the step ${step}.`);
    return result;
  };
  const runStep = async (name: string): Promise<StepResult> => {
    const needed = needs[name];
    if (needed !== undefined && (await resultOf(needed).promise).outcome !== 'passed') {
      return { name, outcome: 'skipped', seconds: 0 };
    }
    const began = performance.now();
    const passed = await run(name);
    const seconds = (performance.now() - began) / 1000;
    return { name, outcome: passed ? 'passed' : 'failed', seconds };
  };
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) resultOf(step).resolve(await runStep(step));
    }),
  );
  return Promise.all([...results.values()].map(({ promise }) => promise));
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
