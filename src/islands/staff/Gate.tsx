import { useEffect, useState, type ReactNode } from 'react';
import { Contained } from '../Contained.tsx';
import { Checking } from './Checking.tsx';
import { openPage, type Load } from './open-page.tsx';

function Door({ heading, load }: Props) {
  const [inside, setInside] = useState<ReactNode>();
  useEffect(() => {
    void openPage(load).then(setInside);
    // A page that the browser has kept may be of a session that is over.
    const recheck = (event: PageTransitionEvent): void => {
      if (event.persisted) location.reload();
    };
    addEventListener('pageshow', recheck);
    return () => {
      removeEventListener('pageshow', recheck);
    };
  }, [load]);
  return inside ?? <Checking heading={heading} />;
}

interface Props {
  /** Of the page behind it. */
  heading: string;
  load: Load;
}

/** Until the server has said who is an admin, there is nothing here but a spinner. */
export function Gate(props: Props) {
  return (
    <Contained>
      <Door {...props} />
    </Contained>
  );
}
