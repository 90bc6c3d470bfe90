import type { OwnMessages } from '#domain/api/messages.ts'
import { noMessages, withNews, type KeptMessages } from '../messages/thread.ts'
import type { Database } from '../store/database.ts'
import { paths, type Api } from './api.ts'

const key = 'messages'

export const keptMessages = async (db: Database): Promise<KeptMessages> =>
  ((await db.get('kept', key)) as KeptMessages | undefined) ?? noMessages

/** Reads what is new. Asking after a position says that this phone has what is before it. */
export async function readMessages({ db, api }: { db: Database; api: Api }): Promise<void> {
  for (;;) {
    const kept = await keptMessages(db)
    const { body } = await api.call<OwnMessages>(paths.listOwnMessages, { query: { after: String(kept.last) } })
    if (body.last !== kept.last || body.data.length > 0 || String(body.answers) !== String(kept.answers)) {
      await db.put('kept', withNews(kept, body), key)
    }
    // One more time after something came, so that it counts as delivered.
    if (body.data.length === 0) return
  }
}

/** A photo that somebody else sent. Without a network there is none. */
export async function messagePhoto(api: Api, id: string): Promise<Blob | undefined> {
  const [method = '', path = ''] = paths.getOwnMessagePhoto.split(' ')
  const { reply } = await api.raw(method, path.replace(':id', id), {})
  return reply.ok ? reply.blob() : undefined
}
