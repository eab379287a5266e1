import { useEffect, useState, type ReactNode } from 'react';
import { Contained } from '../Contained.tsx';
import { Checking } from './Checking.tsx';
import { enter } from './enter.tsx';

function Gate() {
  const [inside, setInside] = useState<ReactNode>();
  useEffect(() => {
    void enter().then(setInside);
    // A page that the browser has kept may be of a session that is over.
    const recheck = (event: PageTransitionEvent): void => {
      if (event.persisted) location.reload();
    };
    addEventListener('pageshow', recheck);
    return () => {
      removeEventListener('pageshow', recheck);
    };
  }, []);
  return inside ?? <Checking />;
}

/** Until the server has said who is an admin, there is nothing here but a spinner. */
export default function Admin() {
  return (
    <Contained>
      <Gate />
    </Contained>
  );
}
