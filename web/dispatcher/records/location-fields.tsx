import { useState } from 'react'
import { MapView } from '#web/map/map-view.tsx'
import { PickLayer } from '#web/map/pick-layer.tsx'
import { Recenter } from '#web/map/recenter.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { PastedPosition } from './pasted-position.tsx'

/** A position while it is being entered: NaN for what is still empty. */
export type LocationDraft = { lat: number; lng: number }

type LocationFieldsProps = {
  value: LocationDraft
  onChange: (value: LocationDraft) => void
  problem?: string
  label?: string
}

/** The zoom at which streets can be told apart, for a position that was not chosen on the map. */
const closeUp = 15

const degrees = { maximumFractionDigits: 6, useGrouping: false } as const

/** A position by pasting it, by a press on the map, by dragging its pin, or by latitude and longitude. */
export function LocationFields({ value, onChange, problem, label = 'Position' }: LocationFieldsProps) {
  const isComplete = !Number.isNaN(value.lat) && !Number.isNaN(value.lng)
  const [start] = useState(isComplete ? value : undefined)
  const [pasted, setPasted] = useState<LocationDraft>()
  const find = (location: LocationDraft) => {
    setPasted(location)
    onChange(location)
  }
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">{label}</legend>
      <PastedPosition position={isComplete ? value : null} onFind={find} />
      <MapView label={`${label} on the map`} center={start} zoom={start ? 14 : 11} className="h-52 rounded-xl border">
        <PickLayer position={isComplete ? value : null} onPick={onChange} title="The chosen position" />
        <Recenter center={pasted} atLeast={closeUp} />
      </MapView>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField
          label="Latitude"
          minValue={-90}
          maxValue={90}
          step={0.00001}
          formatOptions={degrees}
          value={value.lat}
          onChange={(lat) => onChange({ ...value, lat })}
          isInvalid={Boolean(problem)}
        />
        <NumberField
          label="Longitude"
          minValue={-180}
          maxValue={180}
          step={0.00001}
          formatOptions={degrees}
          value={value.lng}
          onChange={(lng) => onChange({ ...value, lng })}
          isInvalid={Boolean(problem)}
        />
      </div>
      <p
        className={problem ? 'text-[0.8125rem] text-danger-ink' : 'text-[0.8125rem] text-ink-muted'}
        role={problem ? 'alert' : undefined}
      >
        {problem ?? 'Click the map to place the pin, or drag it.'}
      </p>
    </fieldset>
  )
}
