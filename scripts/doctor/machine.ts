import { CheckFailed, passed, type Check } from './check.ts';
import { home } from './site.ts';

/** More than the way of an answer takes, and less than tokens and signatures allow. */
const mostSkewMs = 2 * 60_000;

/** Google refuses the signatures of a machine whose clock is wrong, and receivers those of deliveries. */
export const clock: Check = {
  name: 'clock',
  needs: [home],
  run: ({ now }, { found }) => {
    const skew = now().getTime() - found(home).getTime();
    if (Math.abs(skew) <= mostSkewMs) return passed("this machine's clock is that of the site");
    const minutes = Math.round(Math.abs(skew) / 60_000);
    throw new CheckFailed(
      `This machine's clock is ${minutes} minutes ${skew > 0 ? 'ahead' : 'behind'}: set it, since signatures and sign-in depend on it.`,
    );
  },
};

/** npm scripts run on the Node of node_modules; a command that is run by hand may not. */
export const nodeVersion: Check = {
  name: 'Node',
  needs: [],
  run: async ({ node, read }) => {
    const settings = (await read('netlify.toml')) ?? '';
    const wanted = /^\s*NODE_VERSION = "(\d+)/m.exec(settings)?.[1];
    if (wanted === undefined) {
      throw new CheckFailed('netlify.toml has no NODE_VERSION: restore the line from git.');
    }
    const [have] = node.split('.');
    if (have === wanted) return passed(`${node}, as on Netlify`);
    throw new CheckFailed(
      `This is Node ${node}, but the site runs on Node ${wanted}: run npm ci, and start commands with npm run.`,
    );
  },
};
