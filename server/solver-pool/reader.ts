import { Worker } from 'node:worker_threads'

/** What a body turned out to be. `packed` is the problem as it came, compressed. */
export type Reading =
  | { kind: 'problem'; stops: number; vehicles: number; packed: Uint8Array }
  | { kind: 'not JSON' }
  | { kind: 'unusable'; path: string; message: string }

export type ReadRequest = { body: Uint8Array; planMode: boolean }

/** Reads and checks problems in a thread of its own: a large one takes a second or more, and much memory. */
export type Reader = {
  /** Reads one body after the other. The body may be gone afterwards: it is given to the thread. */
  read(body: Uint8Array, planMode: boolean): Promise<Reading>
  stop(): Promise<void>
}

const heapMegabytes = 1024
const tooMuch: Reading = { kind: 'unusable', path: '', message: 'It takes more memory to read than a problem may.' }

export function openReader(): Reader {
  let worker: Worker | undefined
  let before: Promise<unknown> = Promise.resolve()

  const readNow = async (body: Uint8Array, planMode: boolean): Promise<Reading> => {
    worker ??= new Worker(new URL('./read.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    const thread = worker
    const end = Promise.withResolvers<Reading>()
    const exit = () => end.reject(new Error('The thread that reads problems has ended.'))
    thread.on('message', end.resolve).on('error', end.reject).on('exit', exit)
    try {
      // Small buffers share their memory with others and cannot be given away.
      const own = body.byteLength === body.buffer.byteLength ? body : new Uint8Array(body)
      thread.postMessage({ body: own, planMode } satisfies ReadRequest, [own.buffer as ArrayBuffer])
      return await end.promise
    } catch (error) {
      worker = undefined
      await thread.terminate()
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuch
      throw error
    } finally {
      thread.off('message', end.resolve).off('error', end.reject).off('exit', exit)
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
      await worker?.terminate()
    },
  }
}
