import { useEffect, useRef, useState } from 'react'
import { useMe } from '#web/lib/me.ts'
import { shrink } from '#web/lib/pictures/shrink.ts'
import { upload } from '#web/lib/upload.ts'

/** Large enough to read a sign on it. */
const longest = 1600
/** What browsers can open without running out of memory. */
const largestBytes = 40_000_000

type Attached = { blob: Blob; url: string }

/** A photo that goes with a message: made smaller when it is chosen, and uploaded when the message is sent. */
export function usePhoto() {
  const userId = useMe().user_id
  const [attached, attach] = useState<Attached>()
  const [isPreparing, setPreparing] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const uploaded = useRef<{ blob: Blob; name: string }>(undefined)
  const url = attached?.url
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url])

  return {
    url,
    isPreparing,
    problem,
    /** From 0 to 1 while it is being uploaded. */
    progress,
    add: async (file: Blob) => {
      setProblem(file.size > largestBytes ? 'This file is larger than 40 MB. Choose a smaller photo.' : undefined)
      if (file.size > largestBytes) return
      setPreparing(true)
      try {
        const blob = await shrink(file, { longest, type: 'image/jpeg' })
        attach({ blob, url: URL.createObjectURL(blob) })
      } catch (error) {
        setProblem((error as Error).message)
      } finally {
        setPreparing(false)
      }
    },
    remove: () => {
      attach(undefined)
      setProblem(undefined)
    },
    /** Uploads it, unless an earlier attempt has. */
    send: async (): Promise<string | null> => {
      if (!attached) return null
      const { blob } = attached
      if (uploaded.current?.blob === blob) return uploaded.current.name
      setProgress(0)
      try {
        const name = await upload({ bucket: 'proofs', userId, content: blob, onProgress: setProgress })
        uploaded.current = { blob, name }
        return name
      } finally {
        setProgress(undefined)
      }
    },
  }
}

export type AttachedPhoto = ReturnType<typeof usePhoto>

/** The first picture in what was pasted or dropped. */
export const pictureIn = (data: DataTransfer | null): File | undefined =>
  [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))
