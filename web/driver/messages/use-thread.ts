import { useEffect, useState } from 'react'
import type { Road } from '../road/road.ts'
import { useRoad } from '../road/use-road.ts'
import { entriesOf } from '../store/log.ts'
import { keptMessages } from '../sync/messages.ts'
import { threadOf, unreadIds, type ShownMessage } from './thread.ts'

export type Thread = { messages: ShownMessage[]; unread: string[]; answers: string[] | null }

/** The messages on this phone. They are read again whenever something was written or came. */
export function useThread(): Thread | undefined {
  const road = useRoad()
  const [thread, setThread] = useState<Thread>()
  useEffect(() => {
    let isGone = false
    const look = async () => {
      try {
        const read = await readThread(road)
        if (!isGone) setThread(read)
      } catch (error) {
        // Whoever signs out closes the database, also while it is read.
        if (!isGone) throw error
      }
    }
    void look()
    const unsubscribe = road.subscribe(() => void look())
    return () => {
      isGone = true
      unsubscribe()
    }
  }, [road])
  return thread
}

async function readThread({ db }: Road): Promise<Thread> {
  const [kept, entries] = await Promise.all([keptMessages(db), entriesOf(db, 'message_sent', 'messages_read')])
  const sent = entries.filter(({ kind }) => kind === 'message_sent')
  const read = entries.filter(({ kind }) => kind === 'messages_read')
  return { messages: threadOf(kept, sent), unread: unreadIds(kept, read), answers: kept.answers }
}
