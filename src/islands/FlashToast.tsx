import { useEffect } from 'react';
import { showFlashToast } from '../browser/flash-toast.ts';

/**
 * Shows the toast that another page left. It is an island with nothing in it, so that a page on
 * which no toast is left runs no script file.
 */
export default function FlashToast() {
  useEffect(() => showFlashToast(), []);
  return null;
}
