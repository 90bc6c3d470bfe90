import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The memory of this process in bytes, once what nobody needs any more is gone. */
export async function settledMemory(): Promise<number> {
  await settle()
  return process.memoryUsage().rss
}

/** What is in use of it by JavaScript and buffers, however much the process keeps for later. */
export async function usedMemory(): Promise<number> {
  await settle()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function settle(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round++) {
    collect()
    await wait(100)
  }
}
