import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../free-port.ts'
import { root, toolEnvironment } from '../tools.ts'

export type Started = { npm: ChildProcess; url: string; seconds: number }

/** Runs `npm start` as a person would, until it prints that it is ready. */
export async function npmStart(dataDir: string): Promise<Started> {
  const startedAt = performance.now()
  const port = String(await freePort())
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...toolEnvironment(), DATA_DIR: dataDir, PORT: port, DATABASE_URL: '', PUBLIC_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that stopping it reaches all processes, like Ctrl+C in a terminal.
    detached: true,
  })
  let output = ''
  npm.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  for await (const text of npm.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += text
    if (/Karta is ready on http/.test(output)) {
      npm.stdout.resume()
      return { npm, url: `http://127.0.0.1:${port}`, seconds: (performance.now() - startedAt) / 1000 }
    }
  }
  throw new Error(`Karta did not start:\n${output}`)
}

export async function npmStop({ npm }: Started): Promise<void> {
  const ended = once(npm, 'close')
  process.kill(-npm.pid!, 'SIGINT')
  await ended
}
