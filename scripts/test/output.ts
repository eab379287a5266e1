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
