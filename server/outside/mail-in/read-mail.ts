import { Worker } from 'node:worker_threads'
import { parseMail, type ParsedMail } from './parse-mail.ts'

/** A mail, with why its files could not be read if that took too much time or memory. */
export type ReadMail = ParsedMail & { problem?: string }

const patienceMs = 60_000
const mostMegabytes = 768

/**
 * Reads a mail in a thread of its own, whatever a stranger put into it: what takes too long, or too much memory, takes
 * only the thread with it.
 */
export async function readMail(source: Buffer): Promise<ReadMail> {
  try {
    return await inThread(source)
  } catch {
    const problem = 'Its files could not be read: they are damaged, or take too much time or memory.'
    return { ...(await parseMail(headersOf(source))), problem }
  }
}

function inThread(source: Buffer): Promise<ParsedMail> {
  const worker = new Worker(new URL('./mail.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  })
  const { promise, resolve, reject } = Promise.withResolvers<ParsedMail>()
  const late = setTimeout(() => reject(new Error('late')), patienceMs)
  worker
    .on('message', resolve)
    .on('error', reject)
    .on('exit', () => reject(new Error('ended')))
    .postMessage(source)
  return promise.finally(() => {
    clearTimeout(late)
    void worker.terminate()
  })
}

const mostHeaderBytes = 65_536

/** The headers alone are harmless. */
function headersOf(source: Buffer): Buffer {
  const end = source.indexOf('\r\n\r\n')
  return source.subarray(0, Math.min(end < 0 ? source.length : end + 4, mostHeaderBytes))
}
