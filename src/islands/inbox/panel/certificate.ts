import { saveInBrowser } from '../../../browser/save-file.ts';
import { showToast } from '../../../browser/toasts.ts';
import { panel } from '../../../copy/lead-panel.ts';
import { api } from '../../../shared/api.ts';
import type { Ask } from '../../staff/ask.ts';
import { oneAtATime } from '../one-at-a-time.ts';

const words = panel.certificate;

/** Each certificate is an entry in the audit log. */
const { once } = oneAtATime();

/** Saves a lead's certificate of consent. A link to it could not carry the token that the server asks for. */
export const saveCertificate = (ask: Ask, id: string): Promise<void> =>
  once(id, async () => {
    try {
      const page = await ask(`${api.consentCertificate}?id=${encodeURIComponent(id)}`);
      const name = words.file(id);
      saveInBrowser(await page.blob(), name);
      showToast({ title: words.saved(name) });
    } catch {
      showToast({ title: words.failed, destructive: true });
    }
  });
