import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildSite } from '../build.ts'
import { freePort } from '../free-port.ts'
import { memoryOf } from '../measure/memory.ts'
import { throwAwayFolder } from '../throw-away.ts'
import { root, toolEnvironment } from '../tools.ts'

type Running = { npm: ChildProcess; seconds: number }

const { runs } = parseArgs({ options: { runs: { type: 'string', default: '5' } } }).values
await buildSite()

const cold: number[] = []
const warm: number[] = []
for (let run = 0; run < Number(runs); run++) {
  const dataDir = throwAwayFolder('bench')
  for (const times of [cold, warm]) {
    const running = await start(dataDir)
    times.push(running.seconds)
    await stop(running)
  }
  rmSync(dataDir, { recursive: true })
}
console.log(`cold start, fresh data folder: ${summary(cold)}`)
console.log(`warm start, same data folder:  ${summary(warm)}`)

if (process.platform === 'linux') await measureIdleMemory()

/** Runs `npm start` as a person would, until it prints that it is ready. */
async function start(dataDir: string): Promise<Running> {
  const startedAt = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...toolEnvironment(), DATA_DIR: dataDir, PORT: String(await freePort()), DATABASE_URL: '', PUBLIC_URL: '' },
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
      return { npm, seconds: (performance.now() - startedAt) / 1000 }
    }
  }
  throw new Error(`Karta did not start:\n${output}`)
}

async function stop({ npm }: Running): Promise<void> {
  const ended = once(npm, 'close')
  process.kill(-npm.pid!, 'SIGINT')
  await ended
}

async function measureIdleMemory(): Promise<void> {
  const dataDir = throwAwayFolder('bench')
  const running = await start(dataDir)
  await wait(10_000)
  const shares = memoryOf(running.npm.pid!, dataDir)
  await stop(running)
  rmSync(dataDir, { recursive: true })

  console.log(`idle memory after 10 s, ${shares.length} processes: ${megabytes(sum(shares))}`)
  for (const [what, group] of Object.entries(Object.groupBy(shares, ({ command }) => kindOf(command)))) {
    console.log(`  ${what}: ${megabytes(sum(group ?? []))}`)
  }
}

function kindOf(command: string): string {
  if (/^npm|\/npm|npm-cli/.test(command)) return 'npm'
  return command.includes('postgres') ? 'PostgreSQL' : 'Karta'
}

function sum(shares: { bytes: number }[]): number {
  return shares.reduce((total, share) => total + share.bytes, 0)
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`
}

function summary(seconds: number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]!
  return `median ${median.toFixed(2)} s of ${sorted.length} (${sorted.map((each) => each.toFixed(2)).join(', ')})`
}
