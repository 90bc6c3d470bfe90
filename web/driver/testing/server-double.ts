import type { EntriesTaken } from '#domain/api/road.ts'
import type { EntryResult, SentEntry } from '#domain/road/entry.ts'
import { dayWithEntries } from '../day/day-with-entries.ts'
import { ApiError, paths, type Api, type Reply } from '../sync/api.ts'
import { driverDay } from './driver-day.ts'

/** A server that keeps the promises of the real one about logs, in memory. Tests break it as they like. */
export function serverDouble(now: () => number) {
  const logs = new Map<string, SentEntry[]>()
  const taken = new Map<string, SentEntry>()
  const state = {
    isOnline: true,
    /** What it fails with next, before or after it has taken what was sent. */
    failBefore: null as ApiError | null,
    failAfter: null as ApiError | null,
    outcomes: new Map<string, Partial<EntryResult>>(),
    devices: new Map<string, unknown>(),
    phones: [] as unknown[],
    pings: [] as unknown[],
    batches: [] as number[],
    calls: [] as string[],
    messagesLast: 0,
    day: driverDay(),
    aheadMs: 0,
  }

  function takeEntries(body: { device_id: string; entries: SentEntry[] }): EntriesTaken {
    if (!state.devices.has(body.device_id)) throw new ApiError('device_not_found', 404)
    const log = logs.get(body.device_id) ?? []
    logs.set(body.device_id, log)
    for (const entry of body.entries) {
      if (entry.sequence <= log.length) {
        if (log[entry.sequence - 1]!.hash !== entry.hash) throw new ApiError('entry_not_genuine', 409)
        continue
      }
      const next_sequence = log.length + 1
      if (entry.sequence > next_sequence) throw new ApiError('entry_gap', 409, { next_sequence })
      if (entry.previous_hash !== (log.at(-1)?.hash ?? null)) throw new ApiError('entry_not_genuine', 409)
      log.push(entry)
      taken.set(entry.id, taken.get(entry.id) ?? entry)
    }
    state.batches.push(body.entries.length)
    const plain = { outcome: 'applied' as const, code: null, sentence: null }
    return {
      results: body.entries.map(({ id }) => ({ id, ...plain, ...state.outcomes.get(id) })),
      next_sequence: log.length + 1,
      last_hash: log.at(-1)?.hash ?? null,
      now: new Date(now() + state.aheadMs).toISOString(),
    }
  }

  function answer(path: string, body: never): unknown {
    if (path === paths.registerDevice) return void state.devices.set((body as { id: string }).id, body)
    if (path === paths.listOwnDevices) return { data: state.phones }
    if (path === paths.sendEntries) return takeEntries(body)
    if (path === paths.recordPings) return void state.pings.push(...(body as { pings: unknown[] }).pings)
    if (path === paths.listOwnMessages)
      return { data: [], last: state.messagesLast, more: false, unread: 0, answers: null }
    return {
      ...dayWithEntries(state.day, [...taken.values()]),
      messages_last: state.messagesLast,
      now: new Date(now() + state.aheadMs).toISOString(),
    }
  }

  const call = async (path: string, { body }: { body?: unknown } = {}): Promise<Reply<unknown>> => {
    if (!state.isOnline) throw new ApiError('offline')
    const { failBefore, failAfter } = state
    state.calls.push(path)
    if (failBefore) throw failBefore
    // As a phone that writes JSON, and loses what JSON cannot say.
    const reply = answer(path, (body === undefined ? undefined : JSON.parse(JSON.stringify(body))) as never)
    if (failAfter && path === paths.sendEntries) {
      state.failAfter = null
      throw failAfter
    }
    return { body: reply, etag: null, status: 200, sentAt: now(), receivedAt: now() }
  }

  const api = { userId: 'user', call, raw: () => Promise.reject(new ApiError('offline')) } as unknown as Api
  return { api, state, logs, taken }
}
