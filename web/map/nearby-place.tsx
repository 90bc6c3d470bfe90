import { useEffect, useState } from 'react'
import type { MapPosition } from './map-types.ts'
import { useMap } from './use-map.ts'

/** From this zoom on, the name of the city may be out of view. */
const closeZoom = 11

/** Says in words where the middle of the map is. */
export function NearbyPlace({ describe }: { describe: (at: MapPosition) => Promise<string | undefined> }) {
  const map = useMap()
  const [text, setText] = useState<string>()
  useEffect(() => {
    let asked = 0
    const update = async () => {
      asked += 1
      const mine = asked
      const found = map.getZoom() >= closeZoom ? await describe(map.getCenter().wrap()) : undefined
      if (mine === asked) setText(found)
    }
    void update()
    map.on('moveend', update)
    return () => {
      asked += 1
      map.off('moveend', update)
    }
  }, [map, describe])
  return (
    text && (
      <p className="pointer-events-none absolute top-2.5 right-2.5 z-[900] max-w-[60%] rounded-md bg-raised/85 px-2 py-1 text-xs font-medium text-ink backdrop-blur-sm">
        {text}
      </p>
    )
  )
}
