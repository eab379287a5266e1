import { useEffect, useState, type ReactNode } from 'react';
import { Contained } from '../Contained.tsx';
import { admin } from '../../copy/admin.ts';
import css from './checking.module.css';
import { openPage, type Load } from './open-page.tsx';

function Guarded({ heading, load }: Props) {
  const [page, setPage] = useState<ReactNode>();
  useEffect(() => {
    void openPage(load).then(setPage);
    // The session may have ended while the browser kept this page in its back/forward cache.
    const recheck = (event: PageTransitionEvent): void => {
      if (event.persisted) location.reload();
    };
    addEventListener('pageshow', recheck);
    return () => {
      removeEventListener('pageshow', recheck);
    };
  }, [load]);
  return page ?? <Checking heading={heading} />;
}

interface Props {
  heading: string;
  load: Load;
}

/** Shows only a spinner until the server has confirmed an admin. */
export function Gate(props: Props) {
  return (
    <Contained>
      <Guarded {...props} />
    </Contained>
  );
}

function Checking({ heading }: { heading: string }) {
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
