import { spawnSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'

/** Enough for the default number of connections, the database and files. */
const wanted = 65_536
const folder = process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd'

/**
 * How many files and sockets this process may have open. Infinity if the system does not say. Node itself raises its soft
 * limit to the hard one when it starts.
 */
export function descriptorLimit(): number {
  // Otherwise the report looks up the host name of every open connection.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const soft = userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : Infinity
}

/** Raises the hard limit where that is possible: as root, on Linux, with the command `prlimit`. Returns the limit then. */
export function raiseDescriptorLimit(): number {
  const limit = descriptorLimit()
  if (limit >= wanted || process.platform !== 'linux' || process.getuid?.() !== 0) return limit
  spawnSync('prlimit', [`--pid=${process.pid}`, `--nofile=${wanted}:${wanted}`], { stdio: 'ignore' })
  return descriptorLimit()
}

/**
 * How many are open. The system does not tell a process that gave up root; then connections are nearly all there is.
 */
export async function openDescriptors(connections: number): Promise<number> {
  return readdir(folder).then(
    (entries) => entries.length,
    () => connections,
  )
}
