import { useEffect, useState } from 'react'
import type { RoomRecord } from '#domain/live-topics.ts'
import { liveTopic } from '#domain/live.ts'
import { useMay, useMe } from '../me.ts'
import { keepChannel } from './keep-channel.ts'
import { othersIn, type Person } from './who-is-here.ts'

const nobody: Person[] = []

/** Who else has this record open now, in any browser. While there is no connection, nobody is said to be there. */
export function useOthersHere(kind: RoomRecord['kind'], id: string): Person[] {
  const { user_id: ownId, workspace } = useMe()
  const isAllowed = useMay('see_operations')
  const topic = liveTopic.roomOf(workspace.id, { kind, id })
  const [people, setPeople] = useState(nobody)
  useEffect(() => {
    if (!isAllowed) return
    const leave = keepChannel(
      topic,
      { presence: { key: ownId } },
      {
        prepare(channel, isCurrent) {
          channel.on('presence', { event: 'sync' }, () => {
            if (isCurrent()) setPeople(othersIn(channel.presenceState(), ownId))
          })
        },
        // The server adds who this is.
        onUp: (channel) => void channel.track({}),
        onDown: () => setPeople(nobody),
      },
    )
    return () => {
      leave()
      setPeople(nobody)
    }
  }, [isAllowed, topic, ownId])
  return people
}
