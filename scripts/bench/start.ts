import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildSite } from '../build.ts'
import { memoryByKind } from '../measure/memory.ts'
import { npmStart, npmStop } from '../measure/npm-start.ts'
import { throwAwayFolder } from '../throw-away.ts'

const { runs } = parseArgs({ options: { runs: { type: 'string', default: '5' } } }).values
await buildSite()

const cold: number[] = []
const warm: number[] = []
for (let run = 0; run < Number(runs); run++) {
  const dataDir = throwAwayFolder('bench')
  for (const times of [cold, warm]) {
    const started = await npmStart(dataDir)
    times.push(started.seconds)
    await npmStop(started)
  }
  rmSync(dataDir, { recursive: true })
}
console.log(`cold start, fresh data folder: ${summary(cold)}`)
console.log(`warm start, same data folder:  ${summary(warm)}`)

if (process.platform === 'linux') await measureIdleMemory()

async function measureIdleMemory(): Promise<void> {
  const dataDir = throwAwayFolder('bench')
  const started = await npmStart(dataDir)
  await wait(10_000)
  const { npm, postgresql, karta } = memoryByKind(started.npm.pid!, dataDir)
  await npmStop(started)
  rmSync(dataDir, { recursive: true })

  console.log(`idle memory after 10 s: ${megabytes(npm + postgresql + karta)}`)
  console.log(`  npm ${megabytes(npm)}, PostgreSQL ${megabytes(postgresql)}, Karta ${megabytes(karta)}`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MB`
}

function summary(seconds: number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]!
  return `median ${median.toFixed(2)} s of ${sorted.length} (${sorted.map((each) => each.toFixed(2)).join(', ')})`
}
