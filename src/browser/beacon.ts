import { reportsPath, reportsType, type OwnReport } from '../shared/browser-report.ts';

/**
 * Reports whether a part of this page works, in the format of the Reporting API. Contains nothing about the
 * visitor.
 */
export const beacon = (type: OwnReport, body?: { file: string | null; line?: number }): void => {
  const report = JSON.stringify([{ type, url: location.pathname, body }]);
  navigator.sendBeacon(reportsPath, new Blob([report], { type: reportsType }));
};
