import { useEffect } from 'react'
import { onThemeChange } from './on-theme-change.ts'
import { useMap } from './use-map.ts'
import type { VectorMap } from './vector/vector-map.ts'

type VectorLayerProps = {
  url: string
  /** Loads the code that draws, and opens the map. Rejects if the map cannot be read. */
  load: (url: string) => Promise<VectorMap>
  /** Whether the map is there, or cannot be read. */
  onDrawn: (isDrawn: boolean) => void
  onOpened: (opened: VectorMap) => void
}

/** A background of vector tiles, drawn in the colors of the theme. */
export function VectorLayer({ url, load, onDrawn, onOpened }: VectorLayerProps) {
  const map = useMap()
  useEffect(() => {
    let isGone = false
    let takeAway = () => {}
    const show = async () => {
      try {
        const opened = await load(url)
        if (isGone) return
        let layer = opened.draw(map, () => !isGone && onDrawn(false))
        const stopWatching = onThemeChange(() => {
          layer.remove()
          layer = opened.draw(map, () => !isGone && onDrawn(false))
        })
        takeAway = () => {
          stopWatching()
          layer.remove()
        }
        onOpened(opened)
        onDrawn(true)
      } catch {
        // The next background takes its place.
        if (!isGone) onDrawn(false)
      }
    }
    void show()
    return () => {
      isGone = true
      takeAway()
    }
  }, [map, url, load, onDrawn, onOpened])
  return null
}
