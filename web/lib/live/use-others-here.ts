import type { RealtimeChannel } from '@supabase/supabase-js'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RoomRecord } from '#domain/live-topics.ts'
import { liveTopic, mostSelected, type SelectionMessage } from '#domain/live.ts'
import { useMay, useMe } from '../me.ts'
import { keepChannel } from './keep-channel.ts'
import { othersIn, readSelection, type Person } from './who-is-here.ts'

const nobody: Person[] = []
const nothing: ReadonlySet<string> = new Set()

/** Presses in quick succession are told as one. */
const tellAfterMs = 150

/**
 * Who else has this record open now, in any browser, and what they have selected on it. While there is no connection,
 * nobody is said to be there.
 * @param selected what the others are told that this person has selected
 */
export function useOthersHere(kind: RoomRecord['kind'], id: string, selected = nothing): Person[] {
  const { user_id: ownId, workspace } = useMe()
  const isAllowed = useMay('see_operations')
  const mayTell = useMay('change_planning')
  const topic = liveTopic.roomOf(workspace.id, { kind, id })
  const [people, setPeople] = useState(nobody)
  const [selections, setSelections] = useState<Record<string, string[]>>({})
  const joined = useRef<RealtimeChannel>(undefined)
  const latest = useRef(selected)
  const tell = useRef(() => {})
  useEffect(() => {
    tell.current = () => {
      const payload: SelectionMessage = { by: ownId, ids: [...latest.current].slice(0, mostSelected) }
      if (mayTell) void joined.current?.send({ type: 'broadcast', event: 'selection', payload })
    }
  })
  useEffect(() => {
    if (!isAllowed) return
    const leave = keepChannel(
      topic,
      { presence: { key: ownId }, broadcast: { self: false } },
      {
        prepare(channel, isCurrent) {
          channel.on('presence', { event: 'sync' }, () => {
            if (isCurrent()) setPeople(othersIn(channel.presenceState(), ownId))
          })
          // Whoever comes has not heard yet what is selected.
          channel.on('presence', { event: 'join' }, () => {
            if (isCurrent() && latest.current.size > 0) tell.current()
          })
          channel.on('broadcast', { event: 'selection' }, ({ payload }: { payload?: unknown }) => {
            const told = readSelection(payload)
            if (isCurrent() && told) setSelections((now) => ({ ...now, [told.by]: told.ids }))
          })
        },
        onUp(channel) {
          joined.current = channel
          // The server adds who this is.
          void channel.track({})
        },
        onDown() {
          joined.current = undefined
          setPeople(nobody)
        },
      },
    )
    return () => {
      joined.current = undefined
      leave()
      setPeople(nobody)
    }
  }, [isAllowed, topic, ownId])
  useEffect(() => {
    latest.current = selected
    const timer = setTimeout(() => tell.current(), tellAfterMs)
    return () => clearTimeout(timer)
  }, [selected])
  return useMemo(
    () => people.map((person) => ({ ...person, selected: selections[person.id] ?? [] })),
    [people, selections],
  )
}
