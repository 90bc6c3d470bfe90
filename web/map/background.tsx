import { useState } from 'react'
import { backgrounds } from '#web/lib/app-config.ts'
import { GraticuleLayer } from './graticule-layer.tsx'
import { MapControls } from './map-controls.tsx'
import { NearbyPlace } from './nearby-place.tsx'
import { TileLayer } from './tile-layer.tsx'
import { VectorLayer } from './vector-layer.tsx'
import type { VectorMap } from './vector/vector-map.ts'

const loadFile = async (url: string) => (await import('./vector/open-file.ts')).openFile(url)
const loadPackaged = async () => (await import('./vector/open-packaged.ts')).openPackaged()

/**
 * What lies below the layers of a map, the first that works: the operator's own file of vector tiles, tiles from a
 * server, and the packaged coasts, borders and names. Lines of latitude and longitude show until one is there.
 */
export function Background() {
  const { fileUrl, tileUrl, tileCredits } = backgrounds()
  const [hasFile, setHasFile] = useState(Boolean(fileUrl))
  const [hasTiles, setHasTiles] = useState(Boolean(tileUrl))
  const [isPackagedDrawn, setPackagedDrawn] = useState(false)
  /** The vector map on screen. */
  const [opened, setOpened] = useState<VectorMap>()
  const isFile = fileUrl !== undefined && hasFile
  const isPackaged = !isFile && !hasTiles
  return (
    <>
      {isFile && <VectorLayer key={fileUrl} url={fileUrl} load={loadFile} onDrawn={setHasFile} onOpened={setOpened} />}
      {isPackaged && <VectorLayer url="" load={loadPackaged} onDrawn={setPackagedDrawn} onOpened={setOpened} />}
      {isPackaged && <GraticuleLayer isQuiet={isPackagedDrawn} />}
      {!isFile && tileUrl && <TileLayer url={tileUrl} isHidden={!hasTiles} onReachable={setHasTiles} />}
      {isPackaged && opened?.describe && <NearbyPlace describe={opened.describe} />}
      <MapControls credits={isFile || isPackaged ? (opened?.credits ?? '') : tileCredits} />
      {!isFile && tileUrl && !hasTiles && (
        <output className="pointer-events-none absolute bottom-2.5 left-2.5 z-[900] max-w-[calc(100%-9rem)] rounded-md bg-raised/85 px-2 py-1 text-xs text-ink-muted backdrop-blur-sm">
          Map tiles are unreachable; positions are still exact.
        </output>
      )}
    </>
  )
}
