import { AppError } from '#domain/errors.ts'

const windowSeconds = 10 * 60
const maxAddresses = 100_000

/** Counts a message from an address; the same message counts once, however often its transaction is tried. */
export type CountMessage = (address: string, message: string, now: Date) => void

/**
 * Lets each address send `limit` messages in 10 minutes. Addresses are kept in memory only, and no longer than that.
 * The function throws AppError `rate_limited`, which says when the next one may be sent.
 */
export function limitMessages(limit: number): CountMessage {
  const sent = new Map<string, Map<string, number>>()
  return (address, message, now) => {
    const seconds = now.getTime() / 1000
    const recent = new Map([...(sent.get(address) ?? [])].filter(([, at]) => at > seconds - windowSeconds))
    if (!recent.has(message) && recent.size >= limit) {
      const oldest = Math.min(...recent.values())
      throw new AppError('rate_limited', { retry_after_seconds: Math.ceil(oldest + windowSeconds - seconds) })
    }
    recent.set(message, seconds)
    // Put back at the end, so that the addresses seen longest ago come first and can be forgotten.
    sent.delete(address)
    sent.set(address, recent)
    forgetOldest(sent, seconds)
  }
}

function forgetOldest(sent: Map<string, Map<string, number>>, seconds: number): void {
  for (const [address, messages] of sent) {
    const isOver = Math.max(...messages.values()) <= seconds - windowSeconds
    if (!isOver && sent.size <= maxAddresses) return
    sent.delete(address)
  }
}
