import { parentPort } from 'node:worker_threads'
import { parseMail } from './parse-mail.ts'

/** Reads one mail. */
parentPort!.once('message', async (source: Uint8Array) => {
  parentPort!.postMessage(await parseMail(source))
})
