import { atom } from 'nanostores';
import { saveInBrowser } from '../../../browser/save-file.ts';
import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { browserWait, type Ask } from '../../staff/ask.ts';
import type { Filter } from '../filters/filter.ts';
import type { Export } from './export.ts';

/** The export, whose code loads with the first one. */
export function createLateExport(ask: Ask) {
  const $rows = atom<number | undefined>(undefined);
  let loaded: Export | undefined;

  return {
    $rows,

    async run(filter: Filter): Promise<void> {
      const module = loaded ? undefined : await import('./export.ts').catch(sayNotLoaded);
      loaded ??= module?.createExport({
        $rows,
        ask,
        toast: showToast,
        wait: browserWait,
        now: () => new Date(),
        save: saveInBrowser,
      });
      await loaded?.run(filter);
    },

    cancel(): void {
      loaded?.cancel();
    },
  };
}

/** Says that code could not be loaded. Whoever needs it again loads it again. */
export function sayNotLoaded(): void {
  showToast({ title: admin.notLoaded, description: admin.notLoadedHint, destructive: true });
}
