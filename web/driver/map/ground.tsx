import { useEffect, useState } from 'react'
import { MapControls } from '#web/map/map-controls.tsx'
import { GraticuleLayer } from '#web/map/graticule-layer.tsx'
import { TileLayer } from '#web/map/tile-layer.tsx'
import { VectorLayer } from '#web/map/vector-layer.tsx'
import type { VectorMap } from '#web/map/vector/vector-map.ts'
import { readMapSettings, type MapSettings } from '../sync/map-settings.ts'

const loadFile = async (url: string) => (await import('#web/map/vector/open-file.ts')).openFile(url)
const loadPackaged = async () => (await import('#web/map/vector/open-packaged.ts')).openPackaged()

/** What lies below the route: the operator's map while it can be reached, the packaged coasts and names otherwise. */
export function Ground() {
  const [settings, setSettings] = useState<MapSettings>()
  const [hasOwn, setHasOwn] = useState(true)
  const [isDrawn, setDrawn] = useState(false)
  const [opened, setOpened] = useState<VectorMap>()
  useEffect(() => {
    let isGone = false
    void readMapSettings().then((read) => !isGone && setSettings(read))
    return () => {
      isGone = true
    }
  }, [])
  if (!settings) return <GraticuleLayer isQuiet={false} />
  const { map_url, tile_url, tile_attribution } = settings
  const isFile = hasOwn && Boolean(map_url)
  const hasTiles = hasOwn && !isFile && Boolean(tile_url)
  return (
    <>
      {isFile && <VectorLayer key={map_url} url={map_url!} load={loadFile} onDrawn={setHasOwn} onOpened={setOpened} />}
      {hasTiles && <TileLayer url={tile_url} isHidden={false} onReachable={setHasOwn} />}
      {!isFile && !hasTiles && (
        <>
          <VectorLayer url="" load={loadPackaged} onDrawn={setDrawn} onOpened={setOpened} />
          <GraticuleLayer isQuiet={isDrawn} />
        </>
      )}
      <MapControls credits={hasTiles ? tile_attribution : (opened?.credits ?? '')} />
    </>
  )
}
