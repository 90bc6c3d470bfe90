import type { Persist } from './history.ts'
import { object } from './join-config.ts'
import { Refusal } from './refusals.ts'
import { mostReplayed } from './settings.ts'

/**
 * What a join asks to be sent again. Undefined if nothing.
 * @throws Refusal `UnableToReplayMessages`, `ReplayNotAllowed`
 */
export function readReplay(
  replay: unknown,
  isPrivate: boolean,
  now: Date,
): { sinceMs: number; limit: number } | undefined {
  if (replay === undefined || replay === null) return undefined
  if (!isPrivate) throw new Refusal('ReplayNotAllowed')
  const { since, limit = mostReplayed } = object(replay)
  const isInstant = Number.isInteger(since) && (since as number) >= 0 && (since as number) <= now.getTime()
  const isLimit = Number.isInteger(limit) && (limit as number) >= 1 && (limit as number) <= mostReplayed
  if (!isInstant || !isLimit) throw new Refusal('UnableToReplayMessages')
  return { sinceMs: since as number, limit: limit as number }
}

/** Whether, and for how long, a sender wants a message to be kept. */
export function readPersist(persist: unknown): Persist | undefined {
  if (persist === true || persist === 'true') return { ttlSeconds: undefined }
  const { ttl } = object(persist)
  const seconds = Number(ttl)
  return ttl !== undefined && Number.isInteger(seconds) && seconds > 0 ? { ttlSeconds: seconds } : undefined
}
