import * as z from 'zod/mini';
import { isMonth } from '../../src/shared/report.ts';
import { forAdmins } from '../auth/admins.ts';
import { json } from '../http/answer.ts';
import { parametersOf, readParameter } from '../http/request.ts';

const about = 'A month looks like 2026-11.';
const monthSchema = z.string(about).check(z.refine(isMonth, about));

/** The figures of one month. */
export const report = forAdmins(async ({ url }, { store, now }) => {
  const month = readParameter(monthSchema, parametersOf(url)['month']);
  return json(200, await (await store()).report(month, now()));
});
