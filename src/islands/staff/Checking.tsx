import { admin } from '../../copy/admin.ts';
import css from './checking.module.css';

export function Checking({ heading }: { heading: string }) {
  return (
    <div className={css.page}>
      <h1 className="sr-only">{heading}</h1>
      <p role="status" className={css.checking}>
        <span className={css.spinner} aria-hidden="true" />
        {admin.access.checking}
      </p>
    </div>
  );
}
