import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { Elite } from '#solver/index.ts'

/**
 * Lets a search send its best plans to the next one and receive those of the one before. A search never returns to the
 * event loop, so it looks for messages itself. Only the latest one counts.
 */
export function exchangeBy(to: MessagePort, from: MessagePort) {
  return (mine: Elite): Elite | undefined => {
    to.postMessage(mine)
    let latest: Elite | undefined
    for (let letter = receiveMessageOnPort(from); letter; letter = receiveMessageOnPort(from)) latest = letter.message
    return latest
  }
}
