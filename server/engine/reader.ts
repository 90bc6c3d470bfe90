import type { Reading } from './protocol.ts'
import { startThread, type Thread } from './thread.ts'

/** Reads and checks problems in a thread of its own: a large one takes a second or more, and much memory. */
export type Reader = {
  /** Reads one body after the other. The body is given to the thread and may be empty afterwards. */
  read(body: Uint8Array, planMode: boolean): Promise<Reading>
  stop(): Promise<void>
}

const heapMegabytes = 1024
const tooMuch: Reading = { kind: 'refused', path: '', message: 'It takes more memory to read than a problem may.' }

export function openReader(): Reader {
  let thread: Thread | undefined
  let before: Promise<unknown> = Promise.resolve()

  const readNow = async (body: Uint8Array, planMode: boolean): Promise<Reading> => {
    thread ??= startThread({ maxOldGenerationSizeMb: heapMegabytes })
    const asked = thread
    // Small buffers share their memory with others and cannot be given away.
    const own = body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body)
    try {
      return await asked.ask({ kind: 'read', body: own, planMode }, { transfer: [own.buffer as ArrayBuffer] })
    } catch (error) {
      thread = undefined
      await asked.end()
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuch
      throw error
    }
  }

  return {
    read(body, planMode) {
      const reading = before.then(() => readNow(body, planMode))
      before = reading.catch(() => {})
      return reading
    },
    async stop() {
      await before
      await thread?.end()
    },
  }
}
