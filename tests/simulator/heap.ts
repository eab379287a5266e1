/** A heap that returns the smallest item first. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  push(item: T): void {
    let at = this.#items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isInOrder(parent, at)) return;
      this.#swap(parent, at);
      at = parent;
    }
  }

  pop(): T | undefined {
    const [first] = this.#items;
    const last = this.#items.pop();
    if (last === undefined || this.#items.length === 0) return first;
    this.#items[0] = last;
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.#items.length && !this.#isInOrder(least, child)) least = child;
      }
      if (least === at) return first;
      this.#swap(least, at);
      at = least;
    }
  }

  #isInOrder(a: number, b: number): boolean {
    const [x, y] = [this.#items[a], this.#items[b]];
    return x === undefined || y === undefined || this.#compare(x, y) <= 0;
  }

  #swap(a: number, b: number): void {
    const [x, y] = [this.#items[a], this.#items[b]];
    if (x === undefined || y === undefined) return;
    this.#items[a] = y;
    this.#items[b] = x;
  }
}
