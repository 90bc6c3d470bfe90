import { useEffect, useRef, useState, type ComponentType } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { LazyMapContentProps } from './lazy-map-content.tsx'
import { MapSketch } from './map-sketch.tsx'
import { useNearViewport } from './use-near-viewport.ts'

type LazyMapProps = LazyMapContentProps & {
  /** Loads those layers together with the map, so that both appear or neither. */
  prepare?: () => Promise<unknown>
  /** Height classes instead of 400 px, and the shape of the frame. */
  className?: string
}

/**
 * code cannot be loaded, a sketch of the same size shows the names of its markers.
 * code cannot be loaded, a sketch of the same size shows the names of its markers.
 */
export function LazyMap(props: LazyMapProps) {
  const { label, markers = [], prepare, className = 'h-[400px] rounded-2xl ring-1 ring-line' } = props
  const box = useRef<HTMLDivElement>(null)
  const { Content, hasFailed } = useMapCode(useNearViewport(box), prepare)
  return (
    <div ref={box} className={cx('relative isolate overflow-hidden bg-(--map-ground)', className)}>
      {Content ? (
        <Content {...props} />
      ) : (
        <MapSketch label={label} markers={markers}>
          {hasFailed && 'The map could not be loaded. It will appear when you are back online.'}
        </MapSketch>
      )}
    </div>
  )
}

type MapCode = { Content?: ComponentType<LazyMapContentProps>; hasFailed: boolean }

function useMapCode(isWanted: boolean, prepare: LazyMapProps['prepare']): MapCode {
  const [code, setCode] = useState<MapCode>({ hasFailed: false })
  const isMissing = code.Content === undefined
  useEffect(() => {
    if (!isWanted || !isMissing) return
    let isGone = false
    const load = async () => {
      try {
        // A request while offline would only log an error in the browser.
        if (!navigator.onLine) throw new Error('offline')
        const [{ LazyMapContent }] = await Promise.all([import('./lazy-map-content.tsx'), prepare?.()])
        if (!isGone) setCode({ Content: LazyMapContent, hasFailed: false })
      } catch {
        if (!isGone) setCode({ hasFailed: true })
      }
    }
    void load()
    window.addEventListener('online', load)
    return () => {
      isGone = true
      window.removeEventListener('online', load)
    }
  }, [isWanted, isMissing, prepare])
  return code
}
