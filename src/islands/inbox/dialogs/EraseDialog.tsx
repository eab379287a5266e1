import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { flashToast } from '../../../browser/flash-toast.ts';
import { forgetNotes } from '../../../browser/session.ts';
import { erase as words } from '../../../copy/dialogs.ts';
import { limits } from '../../../shared/fields.ts';
import { digitsOf } from '../../../shared/phone-numbers.ts';
import { Button } from '../../staff/Button.tsx';
import { useInbox } from '../inbox-store.ts';
import { Close, Dialog, type DialogProps } from './Dialog.tsx';
import { eraseLeads, findLeads, whatTheyAgreedTo } from './erase.ts';
import css from './dialog.module.css';

const { agreed } = words;

export function EraseDialog({ onClose }: DialogProps) {
  const { ask, $opened } = useInbox();
  const lookup = useLookup((person) => findLeads(person, ask));
  const { found, problem } = lookup.answer ?? {};
  /** For a person who claims that they never agreed. */
  const tombstones = useLookup(({ person = '' }) => whatTheyAgreedTo(person, ask));
  const [isErasing, setErasing] = useState(false);
  const result = useId();
  const { email, phone = '' } = $opened.get() ?? {};
  const described = {
    readOnly: isErasing,
    'aria-describedby': result,
    'aria-invalid': problem === words.personMissing,
  };

  const go = async (): Promise<void> => {
    if (!found) return;
    setErasing(true);
    lookup.tell({ found });
    const erased = await eraseLeads(found, ask);
    if ('erased' in erased) {
      // Load a new page, so that neither memory nor the address (a search) still contains the person.
      forgetNotes();
      flashToast({ title: words.done(erased.erased) });
      location.replace('/admin');
      return;
    }
    setErasing(false);
    lookup.tell(erased);
  };

  return (
    <Dialog heading={words.heading} isBusy={isErasing} onClose={onClose}>
      <h2>{words.heading}</h2>
      <p>{words.intro}</p>
      <LookUp lookup={lookup} isOff={isErasing} button={lookup.isBusy ? words.finding : words.find}>
        <Typed
          {...described}
          name="email"
          label={words.email}
          type="email"
          maxLength={limits.email}
          defaultValue={email}
        />
        <Typed
          {...described}
          name="phone"
          label={words.phone}
          type="tel"
          maxLength={limits.phone}
          // The server refuses text that isn't a number.
          defaultValue={digitsOf(phone) === null ? '' : phone}
        />
      </LookUp>
      <div id={result} role="status" className={css.result}>
        {problem !== undefined && <p data-tone="bad">{problem}</p>}
        {found && (
          <>
            <p>
              <strong>{words.found(found.count, found.names)}</strong>{' '}
              {found.more && words.more(found.count)} {found.names.length > 1 && words.others}
            </p>
            <p>{words.warning}</p>
          </>
        )}
      </div>
      <details className={css.more}>
        <summary>{agreed.heading}</summary>
        <p>{agreed.intro}</p>
        <LookUp lookup={tombstones} button={tombstones.isBusy ? agreed.asking : agreed.ask}>
          <Typed name="person" label={agreed.person} maxLength={limits.email} />
        </LookUp>
        <div role="status" className={css.result}>
          {tombstones.answer?.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      </details>
      <p className={`flow ${css.works}`}>
        <Close label={words.close} isBusy={isErasing} />
        {found && (
          <Button className={`tool ${css.go}`} isBusy={isErasing} onPress={go}>
            {isErasing ? words.erasing : words.go(found.count)}
          </Button>
        )}
      </p>
    </Dialog>
  );
}

interface Lookup<Answer> {
  isBusy: boolean;
  /** The answer for the current input. An answer for other input must not be acted on. */
  answer?: Answer;
}

type Answers = Record<string, string>;

function useLookup<Answer>(ask: (typed: Answers) => Promise<Answer>) {
  const [now, set] = useState<Lookup<Answer>>({ isBusy: false });
  return {
    ...now,
    forget: (): void => set({ isBusy: false }),
    tell: (answer: Answer): void => set({ ...now, answer }),
    async look(typed: Answers): Promise<void> {
      if (now.isBusy) return;
      const asked = { isBusy: true };
      set(asked);
      const answer = await ask(typed);
      set((it) => (it === asked ? { isBusy: false, answer } : it));
    },
  };
}

interface Props {
  lookup: Omit<ReturnType<typeof useLookup>, 'answer' | 'tell'>;
  button: string;
  isOff?: boolean;
  children: ReactNode;
}

const LookUp = ({ lookup, button, isOff = false, children }: Props) => (
  <form
    noValidate
    className={`flow ${css.form}`}
    onChange={lookup.forget}
    onSubmit={(event) => {
      event.preventDefault();
      if (isOff) return;
      const typed = [...new FormData(event.currentTarget)] as [string, string][];
      void lookup.look(Object.fromEntries(typed.map(([name, text]) => [name, text.trim()])));
    }}
  >
    {children}
    <button type="submit" className="tool" aria-disabled={lookup.isBusy || isOff}>
      {button}
    </button>
  </form>
);

const Typed = ({ label, ...field }: InputHTMLAttributes<HTMLInputElement> & { label: string }) => (
  <label>
    {label}
    <input className="field" aria-label={label} autoComplete="off" {...field} />
  </label>
);
