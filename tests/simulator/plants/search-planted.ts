/** Runs seeds with one planted bug in a separate process, which changes the source while loading it. */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { plants } from './plants.ts';

const [name] = process.argv.slice(2);
const plant = plants.find((it) => it.name === name);
if (!plant) throw new Error(`There is no plant ${name ?? ''}`);

const text = readFileSync(plant.file, 'utf8');
if (text.split(plant.find).length !== 2) {
  throw new Error(
    `"${plant.name}" does not fit any more: ${plant.file} does not have its text once`,
  );
}
const planted = pathToFileURL(plant.file).href;
registerHooks({
  load: (url, context, next) =>
    url === planted
      ? {
          format: 'module-typescript',
          source: text.replace(plant.find, () => plant.replace),
          shortCircuit: true,
        }
      : next(url, context),
});

const { search } = await import('../run.ts');
const { failing = null } = await search(plant.seed, 300);
console.log(JSON.stringify(failing));
