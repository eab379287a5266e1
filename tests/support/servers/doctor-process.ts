/** Runs the doctor's command on a deployment without faults on this machine. */
import { main } from '../../../scripts/doctor.ts';
import { aDeployment } from './deployment/deployment.ts';

await using deployment = await aDeployment();
process.exitCode = (await main(deployment.world)) ? 0 : 1;
