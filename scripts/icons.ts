/** Draws the icons and the social image of public/ from the design tokens. Commit what it draws. */
import { drawAll } from './icons/drawn.ts';

drawAll();
