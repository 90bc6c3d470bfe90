import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

/** More than this waits for nobody: whoever reads the log has stopped reading. */
const mostWaitingBytes = 8 * 1024 * 1024

/**
 * The log's way to standard output, which need not have a reader: what a full pipe does not take waits in memory, and above
 * 8 MB lines are dropped. Pino's own stream would keep everything, and block the process at its end until somebody reads.
 */
export function logTo(output: Writable): { write(line: string): void } {
  // Without a reader, there is nobody to tell.
  output.on('error', () => {})
  return {
    write(line) {
      if (output.writableLength + line.length <= mostWaitingBytes) output.write(line)
    },
  }
}

/** Waits until everything was taken, but no longer than this. */
export async function takenWithin(output: Writable, milliseconds: number): Promise<void> {
  const enough = new AbortController()
  const taken = new Promise<void>((resolve) => output.write('', () => resolve()))
  await Promise.race([taken, delay(milliseconds, undefined, { signal: enough.signal }).catch(() => {})])
  enough.abort()
}
