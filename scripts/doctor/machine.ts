import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '#server/config.ts'
import { root } from '../tools.ts'
import { about, reasonOf, type Finding } from './finding.ts'

const mostSyncMs = 50
const leastMemory = 1e9

/** Node, processors, memory, and whether the site has been built. */
export function checkMachine(): Finding[] {
  const machine = about('Machine')
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const says = `Node ${process.versions.node}, ${availableParallelism()} processors, ${(memory / 1e9).toFixed(1)} GB`
  const findings = [
    memory < leastMemory
      ? machine.warning(says, 'give Karta 1 GB or more, since PostgreSQL and the planner share it')
      : machine.right(says),
  ]
  if (!existsSync(join(root, 'build/client/index.html')))
    findings.push(machine.warning('the site has not been built', 'npm start builds it, or npm run build'))
  return findings
}

/** Whether the data folder can be written, how fast the disk confirms that, and how much is free. */
export async function checkDisk({ dataDir, diskReserveBytes }: Pick<Config, 'dataDir' | 'diskReserveBytes'>) {
  const { right, warning, wrong } = about('Disk')
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    const syncMs = await syncTime(folder)
    const { bavail, bsize } = statfsSync(folder)
    const free = bavail * bsize
    const says = `${folder}: ${(free / 1e9).toFixed(1)} GB free, a write is safe after ${syncMs.toFixed(1)} ms`
    if (free < diskReserveBytes)
      return [wrong(says, `free ${Math.ceil((diskReserveBytes - free) / 1e6)} MB, or lower DISK_RESERVE_MB`)]
    if (free < 5 * diskReserveBytes)
      return [warning(says, 'free some space, since nothing can be added at the reserve')]
    if (syncMs > mostSyncMs) return [warning(says, 'put DATA_DIR on a faster disk, since every change waits for it')]
    return [right(says)]
  } catch (error) {
    return [wrong(`${folder}: ${reasonOf(error)}`, 'choose another DATA_DIR, or give it to the user who runs Karta')]
  }
}

/** Milliseconds until a small file is safely on the disk. */
async function syncTime(folder: string): Promise<number> {
  const probe = mkdtempSync(join(folder, '.karta-doctor-'))
  try {
    const startedAt = performance.now()
    const file = await open(join(probe, 'new'), 'w')
    try {
      await file.writeFile('karta')
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(join(probe, 'new'), join(probe, 'kept'))
    return performance.now() - startedAt
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}
