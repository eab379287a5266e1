import { useStore } from '@nanostores/react';
import { admin } from '../../../copy/admin.ts';
import { addressOf, heldOnly } from '../filters/filter.ts';
import { useInbox } from '../use-inbox.ts';

/** Shown with every filter: held leads are only in a view of their own. */
export function HeldCount() {
  const inbox = useInbox();
  const held = useStore(inbox.list.$held);
  const isHere = addressOf(useStore(inbox.filter.$filter)) === addressOf(heldOnly);
  if (held === undefined) return null;
  const words = admin.list.held(held);

  return (
    <p className="small quiet">
      {held === 0 ? (
        words
      ) : (
        <a
          href={addressOf(heldOnly)}
          aria-current={isHere ? 'page' : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            inbox.filter.choose(heldOnly);
          }}
        >
          {words}
        </a>
      )}
    </p>
  );
}
