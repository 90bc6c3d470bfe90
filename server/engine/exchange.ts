import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { Elite } from '#solver/index.ts'

/**
 * Lets a search tell the next one of its best plans and hear of those of the one before. A search never returns to the
 * event loop, so it looks into its letter box itself; the latest letter counts.
 */
export function exchangeBy(to: MessagePort, from: MessagePort) {
  return (mine: Elite): Elite | undefined => {
    to.postMessage(mine)
    let latest: Elite | undefined
    for (let letter = receiveMessageOnPort(from); letter; letter = receiveMessageOnPort(from)) latest = letter.message
    return latest
  }
}
