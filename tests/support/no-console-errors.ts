/** A test fails when anything calls console.error; one that expects the call puts a spy in its place. */
import { afterEach, beforeEach, expect } from 'vitest';

const print = console.error;
const printed: unknown[][] = [];

beforeEach(() => {
  printed.length = 0;
  console.error = (...words: unknown[]) => {
    printed.push(words);
    print(...words);
  };
});

afterEach(() => {
  console.error = print;
  expect(printed, 'calls of console.error').toEqual([]);
});
