import { useState } from 'react'
import { useGps } from '../gps/use-gps.tsx'
import { useDay } from '../road/use-road.ts'
import { readRoom } from '../shell/trouble.ts'
import { useWords } from '../words/use-words.tsx'
import { NoPhoto, takePhoto, type TakenPhoto } from './take-photo.ts'

/** Makes photos of what the phone's camera gives, as the workspace wants them kept. */
export function useCamera() {
  const { say } = useWords()
  const { settings } = useDay()
  const { fix } = useGps()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function take(file: Blob): Promise<TakenPhoto | undefined> {
    setPending(true)
    setProblem(undefined)
    try {
      const room = await readRoom()
      const keepOriginal = settings.keep_originals && !room?.isLittle
      return await takePhoto(file, { fix, keepOriginal, now: Date.now() })
    } catch (error) {
      if (!(error instanceof NoPhoto)) throw error
      setProblem(say('photo.none'))
      return undefined
    } finally {
      setPending(false)
    }
  }

  return { take, isPending, problem }
}
