/** The doctor's command, in front of a deployment that is well and on this machine. */
import { checks } from '../../../scripts/doctor/checks.ts';
import { main } from '../../../scripts/doctor.ts';
import { aDeployment } from './deployment/deployment.ts';

await using deployment = await aDeployment();
process.exitCode = await main(process.argv.slice(2), checks, deployment.world);
