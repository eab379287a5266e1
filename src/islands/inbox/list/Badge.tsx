import { admin } from '../../../copy/admin.ts';
import type { Delivery } from '../../../shared/submission.ts';
import css from './badge.module.css';

export function Badge({ delivery: { state } }: { delivery: Delivery }) {
  return (
    <span className={css.badge} data-state={state}>
      {admin.delivery[state]}
    </span>
  );
}
