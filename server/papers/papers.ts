import { Worker } from 'node:worker_threads'
import type { Paper } from './paper.ts'

/** Draws papers in a thread of their own, because a long one takes seconds. */
export type Papers = {
  draw(paper: Paper): Promise<Buffer>
  stop(): Promise<void>
}

/** How long a thread waits for the next paper before it ends. */
const idleMs = 30_000

/** The thread starts with the first paper. Papers are drawn one after the other. */
export function openPapers(): Papers {
  let worker: Worker | undefined
  let line: Promise<unknown> = Promise.resolve()
  let rest: NodeJS.Timeout | undefined
  const end = async () => {
    clearTimeout(rest)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }
  const drawNext = async (paper: Paper): Promise<Buffer> => {
    clearTimeout(rest)
    worker ??= new Worker(new URL('./papers.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    try {
      return await ask(worker, paper)
    } catch (error) {
      await end()
      throw error
    } finally {
      rest = setTimeout(() => void end(), idleMs)
      rest.unref()
    }
  }
  return {
    draw(paper) {
      const drawn = line.then(() => drawNext(paper))
      line = drawn.catch(() => {})
      return drawn
    },
    stop: end,
  }
}

async function ask(worker: Worker, paper: Paper): Promise<Buffer> {
  const answer = Promise.withResolvers<Buffer>()
  // While Node watches files, as in development, it sends messages of its own.
  const hear = (bytes: unknown) => {
    if (bytes instanceof Uint8Array) answer.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }
  const exit = () => answer.reject(new Error('The thread that draws papers ended without an answer.'))
  worker.on('message', hear).on('error', answer.reject).on('exit', exit)
  try {
    worker.postMessage(paper)
    return await answer.promise
  } finally {
    worker.off('message', hear).off('error', answer.reject).off('exit', exit)
  }
}
