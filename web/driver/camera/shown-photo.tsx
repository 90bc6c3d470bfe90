import { useEffect, useState } from 'react'
import { useRoad } from '../road/use-road.ts'

/** A photo that is on this phone. One that was sent is not any more; then there is only its place. */
export function ShownPhoto({ id, blob, label }: { id: string; blob?: Blob; label: string }) {
  const { db } = useRoad()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let isGone = false
    void Promise.resolve(blob ?? db.get('photos', id).then((kept) => kept?.blob)).then((found) => {
      if (!found || isGone) return
      made = URL.createObjectURL(found)
      setUrl(made)
    })
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [db, id, blob])
  if (!url) return null
  return <img src={url} alt={label} className="size-20 shrink-0 rounded-xl border border-line object-cover" />
}
