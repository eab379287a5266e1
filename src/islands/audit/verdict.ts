import { audit } from '../../copy/audit.ts';
import type { Check } from './audit-store.ts';

const words = audit.check;

/** The outcome of a check, as a sentence. */
export function verdict(check: Check): string {
  switch (check.state) {
    case 'none':
      return '';
    case 'running':
      return words.running(check.read);
    case 'failed':
      return words.failed;
    case 'done': {
      const { head, misfit } = check;
      if (misfit) return words.misfit[misfit.why](misfit.number);
      return head.count === 0 ? words.empty : words.whole(head.count);
    }
  }
}
