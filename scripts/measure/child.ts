import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { processorSeconds } from './processor.ts'

/** Starts a file of this folder as a process of its own, which answers orders one after the other. */
export function startChild<Order extends object, Answer>(file: string) {
  const child = fork(join(import.meta.dirname, file))
  return {
    async ask(order: Order): Promise<Answer> {
      child.send(order)
      const [answer] = (await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(() => {
          throw new Error(`${file} ended`)
        }),
      ])) as [Answer]
      return answer
    },
    processor: () => processorSeconds(child.pid!),
    stop: () => void child.kill(),
  }
}
