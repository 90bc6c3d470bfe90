import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Whether this machine has NATS. `npm test` installs it where it can. */
export const hasNats = spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status === 0

/** A NATS server of a test's own, on a port that stays the same when it is stopped and started again. */
export async function startNats() {
  const folder = mkdtempSync(join(tmpdir(), 'karta-nats-'))
  let port = -1
  let child: ReturnType<typeof spawn> | undefined

  async function start(): Promise<void> {
    const config = join(folder, 'nats.conf')
    writeFileSync(config, `listen: "127.0.0.1:${port}"\nmax_payload: 65536\n`)
    const started = spawn('nats-server', ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    let log = ''
    started.stderr!.on('data', (text) => (log += text))
    while (!log.includes('Server is ready')) {
      if (started.exitCode !== null) throw new Error(`nats-server ended: ${log}`)
      await delay(5)
    }
    port = Number(/Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(log)![1])
  }

  /** As if it were killed. */
  async function stop(): Promise<void> {
    const stopping = child
    child = undefined
    if (!stopping || stopping.exitCode !== null) return
    stopping.kill('SIGKILL')
    await once(stopping, 'exit')
  }

  await start()
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    stop,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
