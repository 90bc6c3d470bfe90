import { useState } from 'react'
import type { RoadKind } from '#domain/road/entry.ts'
import { useGps } from './gps/use-gps.tsx'
import { useRoad } from './road/use-road.ts'
import { isFull } from './shell/trouble.ts'
import type { KeptEntry } from './store/database.ts'
import type { Action } from './store/log.ts'
import { useWords } from './words/use-words.tsx'

/** Notes an action of the driver with the place where it was done. Says so if the phone is full, and nothing was kept. */
export function useAction() {
  const road = useRoad()
  const { fix } = useGps()
  const { say } = useWords()
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const [last, setLast] = useState<KeptEntry>()

  /** @returns whether it was kept */
  async function act<Kind extends RoadKind>(action: Action<Kind>): Promise<boolean> {
    setPending(true)
    setProblem(undefined)
    try {
      setLast(await road.act({ fix, ...action }))
      return true
    } catch (error) {
      if (!isFull(error)) throw error
      setProblem(say('trouble.storageFull'))
      return false
    } finally {
      setPending(false)
    }
  }

  return { act, problem, isPending, last }
}
