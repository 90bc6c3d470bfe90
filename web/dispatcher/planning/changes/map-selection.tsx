import { LassoSelect } from 'lucide-react'
import { useState } from 'react'
import { LassoLayer } from '#web/map/lasso-layer.tsx'
import type { MapStop } from '#web/map/map-types.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useSelection } from '../board/selection.ts'
import { useEditor } from './editor-context.ts'

/** Selects stops on the map: within a box, with Shift held, or by a line around them, after a press of the button. */
export function MapSelection({ stops }: { stops: readonly MapStop[] }) {
  const { isOn } = useEditor()
  const { select } = useSelection()
  const [isDrawing, setDrawing] = useState(false)
  if (!isOn) return null
  return (
    <>
      <LassoLayer
        stops={stops}
        isOn={isDrawing}
        onDrawn={(ids) => {
          select(ids, 'add')
          setDrawing(false)
        }}
      />
      <IconButton
        label={isDrawing ? 'Draw a line around the stops' : 'Select stops with a lasso'}
        variant={isDrawing ? 'primary' : 'secondary'}
        aria-pressed={isDrawing}
        icon={<LassoSelect aria-hidden="true" className="size-4" />}
        onPress={() => setDrawing(!isDrawing)}
        className="absolute! top-[5.25rem] left-2.5 z-[900] size-8! pointer-coarse:top-[6.75rem] pointer-coarse:size-11!"
      />
    </>
  )
}
