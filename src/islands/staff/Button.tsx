import { useLayoutEffect, useRef, useState, type ComponentProps, type MouseEvent } from 'react';

type Press = MouseEvent<HTMLButtonElement>;

interface Props extends Omit<ComponentProps<'button'>, 'onClick'> {
  /** The button does nothing but stays enabled: a disabled button would lose the focus. */
  isBusy?: boolean | undefined;
  /** Whether pressing it would undo its effect. */
  isOn?: boolean | undefined;
  onPress: (event: Press) => unknown;
}

/** In ms. A second press within this time was meant for a row or a button text that is gone. */
export const pause = 500;

let last: { button?: Element; x: number; y: number; at: number } = { x: 0, y: 0, at: -Infinity };

function isSecond({ detail, currentTarget: button, clientX: x, clientY: y, timeStamp: at }: Press) {
  const before = last;
  last = { button, x, y, at };
  const isNear = Math.hypot(x - before.x, y - before.y) < 10;
  // Key presses have a `detail` of 0.
  return detail > 0 && button !== before.button && isNear && at - before.at < pause;
}

/** Counts running work, including work that fails. */
export async function counted(work: Promise<unknown>, add: (by: number) => void): Promise<void> {
  add(1);
  try {
    await work;
  } finally {
    add(-1);
  }
}

/** A button that looks busy until the work that its press started has ended. */
export function Button({ className = 'tool', isBusy = false, isOn, onPress, ...rest }: Props) {
  const [underWay, setUnderWay] = useState(0);
  const turned = useRef({ isOn, at: -Infinity });
  useLayoutEffect(() => {
    if (turned.current.isOn !== isOn) turned.current = { isOn, at: performance.now() };
  }, [isOn]);
  const press = async (event: Press): Promise<void> => {
    const done = onPress(event);
    if (!(done instanceof Promise)) return;
    await counted(done, (by) => setUnderWay((count) => count + by));
  };
  return (
    <button
      type="button"
      className={className}
      aria-busy={underWay > 0 || undefined}
      aria-disabled={isBusy}
      onClick={(event) => {
        const isEarly = performance.now() - turned.current.at < pause;
        if (!isSecond(event) && !isBusy && !isEarly) void press(event);
      }}
      {...rest}
    />
  );
}
