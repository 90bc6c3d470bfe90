import type { ParcelPlace } from '#domain/schema/order.ts'
import { Select } from '#web/ui/select.tsx'

type PlaceFieldProps = {
  value: ParcelPlace | null
  onChange: (place: ParcelPlace | null) => void
  isDisabled: boolean
}

const anywhere = { id: 'any', label: 'Anywhere' }
const rows = [
  anywhere,
  { id: 'front', label: 'Front' },
  { id: 'middle', label: 'Middle' },
  { id: 'back', label: 'Back' },
]
const sides = [
  { id: 'any', label: 'Either side' },
  { id: 'left', label: 'Left' },
  { id: 'right', label: 'Right' },
]
const levels = [
  { id: 'any', label: 'Any height' },
  { id: 'floor', label: 'Floor' },
  { id: 'shelf', label: 'Shelf' },
]

/** Where a parcel lies in the vehicle. Side and height are asked once the row is known. */
export function PlaceField({ value, onChange, isDisabled }: PlaceFieldProps) {
  const chosen = <Id extends string>(id: unknown) => (id === 'any' ? null : (String(id) as Id))
  return (
    <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-2">
      <Select
        label="Place in the van"
        options={rows}
        isDisabled={isDisabled}
        value={value?.row ?? 'any'}
        onChange={(id) => {
          const row = chosen<ParcelPlace['row']>(id)
          onChange(row && { side: null, level: null, ...value, row })
        }}
      />
      {value && (
        <>
          <Select
            label="Side"
            options={sides}
            isDisabled={isDisabled}
            value={value.side ?? 'any'}
            onChange={(id) => onChange({ ...value, side: chosen<'left' | 'right'>(id) })}
          />
          <Select
            label="Height in the van"
            options={levels}
            isDisabled={isDisabled}
            value={value.level ?? 'any'}
            onChange={(id) => onChange({ ...value, level: chosen<'floor' | 'shelf'>(id) })}
          />
        </>
      )}
    </div>
  )
}
