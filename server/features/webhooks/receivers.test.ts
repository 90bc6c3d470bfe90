import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, test } from 'vitest'
import { openWebhookPoster } from '../../outside/webhook-poster.ts'
import { freePort } from '../../testing/server-process.ts'
import { newSecret } from './rules.ts'

const folder = join(import.meta.dirname, '../../../docs/examples/webhooks')
const poster = openWebhookPoster({ allowPrivate: true })
afterAll(() => poster.close())

const runs = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0

/** Starts an example on a port of its own. */
async function start(program: string, args: (port: number) => string[], secret: string) {
  const port = await freePort()
  const child = spawn(program, args(port), { env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) } })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const url = `http://localhost:${port}/`
  await expect.poll(async () => (await fetch(url, { method: 'POST' }).catch(() => undefined))?.status).toBe(401)
  return {
    url,
    said: () => said.join(''),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

const receivers: [string, string, (port: number) => string[]][] = [
  ['JavaScript', process.execPath, () => [join(folder, 'receiver.mjs')]],
  ['Python', 'python3', () => [join(folder, 'receiver.py')]],
  ['PHP', 'php', (port) => ['-S', `localhost:${port}`, join(folder, 'receiver.php')]],
]
// Whatever is installed here.
const found = receivers.filter(([, program]) => runs(program))

test.each(found)('the receiver in %s takes what we sign and refuses everything else', async (_, program, args) => {
  const secret = newSecret()
  const { url, said, stop } = await start(program, args, secret)
  const message = { id: 'a', at: new Date(), body: '{"type":"delivery.created","data":{"id":"42"}}', secrets: [secret] }
  try {
    expect(await poster.post(url, message)).toMatchObject({ status: 204 })
    await expect.poll(said).toContain('delivery.created 42')
    // For a while after a rotation, the right signature is the second one.
    expect(await poster.post(url, { ...message, id: 'b', secrets: [newSecret(), secret] })).toMatchObject({
      status: 204,
    })
    expect(await poster.post(url, { ...message, secrets: [newSecret()] })).toMatchObject({ status: 401 })
    expect(await poster.post(url, { ...message, secrets: [] })).toMatchObject({ status: 401 })
    const { id, at, body } = message
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    }
    const send = async (change: object, sent = body) =>
      (await fetch(url, { method: 'POST', headers: { ...headers, ...change }, body: sent })).status
    expect(await send({})).toBe(204)
    expect(await send({}, `${body} `)).toBe(401)
    expect(await send({ 'webhook-id': 'c' })).toBe(401)
    const old = new Date(Date.now() - 301_000)
    expect(await poster.post(url, { ...message, at: old })).toMatchObject({ status: 401 })
    const future = new Date(Date.now() + 400_000)
    expect(await poster.post(url, { ...message, at: future })).toMatchObject({ status: 401 })
  } finally {
    await stop()
  }
})
