import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { flashToast } from '../../browser/flash-toast.ts';
import { storedAccount } from '../../browser/stored-account.ts';
import { admin } from '../../copy/admin.ts';
import { Contained } from '../Contained.tsx';
import { enter, type Admin } from './access.ts';
import type { Ask } from './ask.ts';
import { useListener } from './listen.ts';

interface Props<First> {
  heading: string;
  Page: ComponentType<Admin<First>>;
  first: (ask: Ask) => Promise<First>;
}

/** Shows only a spinner until the server has confirmed an admin. */
export function Gate<First>(props: Props<First>) {
  return (
    <Contained>
      <Guarded {...props} />
    </Contained>
  );
}

function Guarded<First>({ heading, Page, first }: Props<First>) {
  const [page, setPage] = useState<ReactNode>();
  useEffect(() => {
    void open(first).then((admin) => {
      setPage(<Page {...admin} />);
    });
  }, [Page, first]);
  // The session may have ended while the browser kept this page in its back/forward cache.
  useListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
  if (page !== undefined) return page;
  return (
    <>
      <h1 className="sr-only">{heading}</h1>
      <p role="status" className="staff-check">
        <span className="spinner" aria-hidden="true" />
        {admin.access.checking}
      </p>
    </>
  );
}

/** For anybody but an admin, it never settles. */
const open = <First,>(first: Props<First>['first']): Promise<Admin<First>> =>
  enter({
    account: storedAccount(),
    fetch: (path, options) => earlyAnswer(path) ?? fetch(path, options),
    first,
    here: () => location.pathname + location.search + location.hash,
    leave: (href, toast) => {
      if (toast) flashToast(toast);
      location.replace(href);
    },
  });

/** The answer to the call that the page itself has begun, once. */
function earlyAnswer(path: unknown): Promise<Response> | undefined {
  if (path !== globalThis.earlyCall?.path) return undefined;
  const { answer } = globalThis.earlyCall ?? {};
  globalThis.earlyCall = undefined;
  return answer;
}
