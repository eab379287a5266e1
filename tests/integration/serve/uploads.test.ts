import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ask } from '../../support/servers/ask.ts';
import { FixtureSite } from '../../support/servers/fixture-site.ts';
import { RunningSite } from '../../support/servers/running-site.ts';

test('a visitor who is answered during an upload is disconnected, and the server keeps running', async () => {
  await using fixture = await FixtureSite.create({
    'netlify.toml': '[build]\npublish = "dist"\n',
    'dist/index.html': 'home',
    'dist/404.html': 'not found',
  });
  await using site = await RunningSite.ready(fixture.root);
  const socket = connect(site.port, '127.0.0.1');
  const closed = once(socket, 'close');
  // The rest never comes, and this side keeps the connection open.
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000\r\n\r\nhalf');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 405 /);
  await closed;
  // This is longer than the server waits for an upload.
  expect(await Promise.race([site.exit, setTimeout(1500, 'goes on')])).toBe('goes on');
  expect(await ask(site.port, '/')).toMatchObject({ status: 200, text: 'home' });
});
