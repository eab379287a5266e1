import { atom } from 'nanostores';
import { admin } from '../../copy/admin.ts';
import type { Toast } from '../../browser/toasts.ts';
import type { Ask } from './ask.ts';
import { csvPath, type Filter } from './filter.ts';

interface World {
  ask: Ask;
  toast: (toast: Toast) => void;
  now: () => Date;
  save: (file: Blob, name: string) => void;
}

/** All rows of a filter as a file. Undefined: none is under way; else the bytes that have come. */
export function createExport({ ask, toast, now, save }: World) {
  const $received = atom<number | undefined>(undefined);

  return {
    $received,

    async run(filter: Filter): Promise<void> {
      if ($received.get() !== undefined) return;
      $received.set(0);
      try {
        const response = await ask(csvPath(filter), { unhurried: true });
        const file = await collect(response, (bytes) => {
          $received.set(bytes);
        });
        const name = admin.csv.name(dayOf(now()));
        save(file, name);
        toast({ title: admin.csv.saved(name) });
      } catch {
        // A file that broke off in the middle looks whole in a spreadsheet: better none.
        toast({
          title: admin.csv.failed,
          description: admin.csv.failedHint,
          destructive: true,
        });
      } finally {
        $received.set(undefined);
      }
    },
  };
}

export type Export = ReturnType<typeof createExport>;

async function collect(response: Response, tell: (bytes: number) => void): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    parts.push(read.value);
    bytes += read.value.length;
    tell(bytes);
  }
  return new Blob(parts, { type: 'text/csv' });
}

/** The viewer's own day, as files sort: 2026-01-31. */
export function dayOf(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** By a link that is pressed: an address with the token in it would stay in the history. */
export function saveInBrowser(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the file by then.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}
