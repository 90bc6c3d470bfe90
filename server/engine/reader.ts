import { openLine } from './line.ts'
import type { Reading } from './protocol.ts'
import { startThread, type Thread } from './thread.ts'

/** Reads and checks problems in a thread of its own: a large one takes a second or more, and much memory. */
export type Reader = {
  /**
   * Reads one body after the other, in turns by workspace. The body is given to the thread and may be empty afterwards.
   */
  read(body: Uint8Array, planMode: boolean, workspaceId: string): Promise<Reading>
  stop(): Promise<void>
}

const heapMegabytes = 1024
/** A thread that has read more than this is ended, so that the memory it took goes back to the system. */
const keptBytes = 256 * 1024
const tooMuch: Reading = { kind: 'refused', path: '', message: 'It takes more memory to read than a problem may.' }

/** @param memoryBytes the most that a problem's tables may take */
export function openReader(memoryBytes: number): Reader {
  let thread: Thread | undefined
  const line = openLine()

  const readNow = async (body: Uint8Array, planMode: boolean): Promise<Reading> => {
    thread ??= startThread({ maxOldGenerationSizeMb: heapMegabytes })
    const asked = thread
    const isLarge = body.byteLength > keptBytes
    // Small buffers share their memory with others and cannot be given away.
    const own = body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body)
    try {
      const request = { kind: 'read' as const, body: own, planMode, memoryBytes }
      const reading = await asked.ask(request, { transfer: [own.buffer as ArrayBuffer] })
      if (isLarge) await endThread()
      return reading
    } catch (error) {
      await endThread()
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuch
      throw error
    }
  }

  const endThread = async () => {
    const ending = thread
    thread = undefined
    await ending?.end()
  }

  return {
    read: (body, planMode, workspaceId) => line(workspaceId, () => readNow(body, planMode)),
    stop: () => line('', endThread),
  }
}
