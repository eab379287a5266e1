import type { OfLead } from '../list/cells.tsx';
import { Actions } from './Actions.tsx';
import { Details } from './Details.tsx';
import css from './panel.module.css';

export const Opened = ({ item }: OfLead) => (
  <>
    <Details item={item} />
    <footer className={`flow ${css.foot}`}>
      <Actions item={item} />
    </footer>
  </>
);
