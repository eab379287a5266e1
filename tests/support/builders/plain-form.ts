import { currentConsent } from '../../../src/shared/consent.ts';
import { filledIn } from './filled-in.ts';

/** The fields of a form that the browser posts without JavaScript. */
export const fields = {
  ...filledIn,
  consent_marketing: 'true',
  source: 'contact_page',
  consent_version: currentConsent.version,
  website: '',
};

/** A small version of the page that the build makes. */
export const page = `<p role="alert">{{placeholder problem}}</p><p data-placeholder="kept">All is here.</p><form>
<input data-placeholder="source" type="hidden" name="source">
<input name="name" data-placeholder="name"><span>{{placeholder name problem}}</span>
<input name="email" data-placeholder="email"><span>{{placeholder email problem}}</span>
<input name="phone" data-placeholder="phone"><input name="company" data-placeholder="company">
<input name="website" data-placeholder="website">
<select name="industry" data-placeholder="industry"><option value="">Choose</option>{{placeholder other industry}}<option value="roofing" data-placeholder="industry roofing">Roofing</option></select>
<textarea name="message" data-placeholder="message">{{placeholder message}}</textarea>
<input name="consent_marketing" type="checkbox" data-placeholder="consent_marketing"></form>`;
