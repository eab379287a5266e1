/**
 * A test fails if anything calls console.error. A test that expects the call replaces it with a spy. Stubs and
 * spies end with their test.
 */
import { afterEach, beforeEach, expect, vi } from 'vitest';

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
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  console.error = print;
  expect(printed, 'calls of console.error').toEqual([]);
});
