import type { OwnMessages } from '#domain/api/messages.ts'
import { noMessages, withNews, type KeptMessages } from '../messages/thread.ts'
import { read, type Database } from '../store/database.ts'
import { paths, type Api } from './api.ts'

const key = 'messages'
/** Answers that dispatch offers may change without a message. */
const everyMs = 15 * 60_000

export const keptMessages = async (db: Database): Promise<KeptMessages> =>
  ((await db.get('kept', key)) as KeptMessages | undefined) ?? noMessages

/**
 * Reads what is new, unless the day says that there is nothing. Asking after a position says that this phone has what is
 * before it.
 */
export async function readMessages({ db, api, now }: { db: Database; api: Api; now: () => number }): Promise<void> {
  const known = await keptMessages(db)
  const newest = (await read(db, 'day'))?.day.messages_last ?? Infinity
  if (newest <= known.last && Math.abs(now() - (known.asked_at ?? 0)) < everyMs) return
  for (;;) {
    const kept = await keptMessages(db)
    const { body } = await api.call<OwnMessages>(paths.listOwnMessages, { query: { after: String(kept.last) } })
    // One more time after something came, so that it counts as delivered.
    const isAll = body.data.length === 0
    await db.put('kept', { ...withNews(kept, body), ...(isAll && { asked_at: now() }) }, key)
    if (isAll) return
  }
}

/** A photo that somebody else sent. Without a network there is none. */
export async function messagePhoto(api: Api, id: string): Promise<Blob | undefined> {
  const [method = '', path = ''] = paths.getOwnMessagePhoto.split(' ')
  const { reply } = await api.raw(method, path.replace(':id', id), {})
  return reply.ok ? reply.blob() : undefined
}
