import { reportsPath, reportsType, type OwnReport } from '../shared/browser-report.ts';

/** Reports in the format of the Reporting API whether this page works, with no data of the visitor. */
export const beacon = (type: OwnReport, body?: { file: string | null; line?: number }): void => {
  const report = JSON.stringify([{ type, url: location.pathname, body }]);
  navigator.sendBeacon(reportsPath, new Blob([report], { type: reportsType }));
};
