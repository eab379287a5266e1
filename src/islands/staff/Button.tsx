import type { ComponentProps, MouseEvent } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'onClick'> {
  /** It does nothing, but stays enabled: a disabled button would lose the focus. */
  isBusy?: boolean | undefined;
  onPress: (event: MouseEvent<HTMLButtonElement>) => unknown;
}

export const Button = ({ className = 'tool', isBusy = false, onPress, ...rest }: Props) => (
  <button
    type="button"
    className={className}
    aria-disabled={isBusy}
    onClick={(event) => {
      if (!isBusy) onPress(event);
    }}
    {...rest}
  />
);
