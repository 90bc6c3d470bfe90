import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import type { Account } from './account.ts'
import { handOver } from './home.ts'

const largestBytes = 10 * 1024 * 1024
const checkEveryMs = 60_000

export type LogFile = {
  /** For PostgreSQL's standard error. It keeps working when Node is gone. */
  descriptor: number
  /** What was logged since it was opened. */
  news(): string
  close(): void
}

/** Opens PostgreSQL's log for appending and keeps it and one predecessor (`.1`) at 10 MB each. */
export function openLogFile(path: string, account: Account): LogFile {
  const descriptor = openSync(path, 'a', 0o600)
  // Whoever gave up root can write to these files, but make no others here.
  closeSync(openSync(`${path}.1`, 'a', 0o600))
  for (const each of [path, `${path}.1`]) handOver(each, account)
  rotate(path)
  const start = statSync(path).size
  const timer = setInterval(() => rotate(path), checkEveryMs).unref()
  return { descriptor, news: () => readFileSync(path).subarray(start).toString(), close: () => clearInterval(timer) }
}

// Copied and truncated, not renamed: PostgreSQL keeps writing to the file it was given.
function rotate(path: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) < largestBytes) return
  copyFileSync(path, `${path}.1`)
  truncateSync(path)
}
