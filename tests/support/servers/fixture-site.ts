import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Files = Record<string, string | Buffer>;

const usual: Files = {
  'package.json': '{ "type": "module" }',
  'netlify.toml': '[build]\npublish = "dist"\n',
};

/** A small project in a folder of its own, which is removed when it is disposed. */
export class FixtureSite implements AsyncDisposable {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async create(files: Files): Promise<FixtureSite> {
    const site = new FixtureSite(await mkdtemp(path.join(tmpdir(), 'site-')));
    await site.write({ ...usual, ...files });
    return site;
  }

  async write(files: Files): Promise<void> {
    for (const [name, content] of Object.entries(files)) {
      const file = this.path(name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }

  path(name: string): string {
    return path.join(this.root, name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}
