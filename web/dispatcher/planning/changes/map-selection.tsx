import { SquareDashedMousePointer } from 'lucide-react'
import { useState } from 'react'
import { BoxLayer } from '#web/map/box-layer.tsx'
import type { MapStop } from '#web/map/map-types.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useEditor } from './editor-context.ts'

/** Selects stops on the map within a box: with Shift held, or after a press of the button. */
export function MapSelection({ stops }: { stops: readonly MapStop[] }) {
  const { isOn, selected, select } = useEditor()
  const [isDrawing, setDrawing] = useState(false)
  if (!isOn) return null
  return (
    <>
      <BoxLayer
        stops={stops}
        isOn={isDrawing}
        onBox={(ids) => {
          select([...selected, ...ids])
          setDrawing(false)
        }}
      />
      <IconButton
        label={isDrawing ? 'Drag a box around the stops' : 'Select stops with a box'}
        variant={isDrawing ? 'primary' : 'secondary'}
        aria-pressed={isDrawing}
        icon={<SquareDashedMousePointer aria-hidden="true" className="size-4" />}
        onPress={() => setDrawing(!isDrawing)}
        className="absolute! top-[5.25rem] left-2.5 z-[900] size-8! pointer-coarse:top-[6.75rem] pointer-coarse:size-11!"
      />
    </>
  )
}
