import { Copy, Trash2 } from 'lucide-react'
import { mostParcels } from '#domain/schema/order.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DraftList } from './draft-list.tsx'
import type { FieldsProps } from './field-props.ts'
import { emptyParcel, parcelsOfCodes, type ParcelDraft } from './parcel-draft.ts'
import { PlaceField } from './place-field.tsx'

const decimals = { maximumFractionDigits: 2 } as const

/** What a delivery consists of, piece by piece. */
export function ParcelsField({ values, set, problemOf, isLocked }: FieldsProps) {
  const isFixed = isLocked('parcels')
  const { parcels } = values
  const write = (next: ParcelDraft[]) => set('parcels', next.slice(0, mostParcels))
  const isOne = parcels.some((_, at) => problemOf(`parcels.${at}`))
  const whole = isOne ? undefined : problemOf('parcels')
  return (
    <DraftList
      drafts={parcels}
      most={mostParcels}
      empty={emptyParcel}
      add="Add a parcel"
      problem={whole}
      isFixed={isFixed}
      itemClass="border-b pb-4"
      onChange={write}
    >
      {(parcel, at, change) => (
        <ParcelFields
          parcel={parcel}
          number={at + 1}
          isDisabled={isFixed}
          problemOf={(field) => problemOf(`parcels.${at}.${field}`)}
          onChange={change}
          onCopy={() => write(parcels.toSpliced(at + 1, 0, { ...parcel, code: '' }))}
          onRemove={() => write(parcels.toSpliced(at, 1))}
          onPaste={(codes) => write(parcels.toSpliced(at, 1, ...parcelsOfCodes(codes)))}
        />
      )}
    </DraftList>
  )
}

type ParcelFieldsProps = {
  parcel: ParcelDraft
  /** From 1. */
  number: number
  isDisabled: boolean
  problemOf: (field: keyof ParcelDraft) => string | undefined
  onChange: (part: Partial<ParcelDraft>) => void
  onCopy: () => void
  onRemove: () => void
  /** Several codes at once. */
  onPaste: (codes: string) => void
}

function ParcelFields({ parcel, number, problemOf, onChange, onCopy, onRemove, ...rest }: ParcelFieldsProps) {
  const { isDisabled, onPaste } = rest
  const amount = (name: 'weight_kg' | 'volume_l' | 'length_cm' | 'width_cm' | 'height_cm') => ({
    minValue: 0,
    formatOptions: decimals,
    isDisabled,
    value: parcel[name],
    onChange: (value: number) => onChange({ [name]: value }),
    errorMessage: problemOf(name),
  })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Parcel {number}</legend>
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden="true" className="text-[0.8125rem] font-medium text-ink-muted">
          Parcel {number}
        </span>
        {!isDisabled && (
          <span className="flex gap-1">
            <IconButton
              size="small"
              label={`Copy parcel ${number}`}
              icon={<Copy aria-hidden="true" className="size-4" />}
              className="text-ink-muted"
              onPress={onCopy}
            />
            <IconButton
              size="small"
              label={`Remove parcel ${number}`}
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              className="text-ink-muted"
              onPress={onRemove}
            />
          </span>
        )}
      </div>
      <div
        className="grid gap-3 sm:grid-cols-2"
        onPaste={(event) => {
          const text = event.clipboardData.getData('text')
          if (!text.trim().includes('\n') || isDisabled) return
          event.preventDefault()
          onPaste(text)
        }}
      >
        <TextField
          label="Code"
          placeholder="As in its barcode"
          isDisabled={isDisabled}
          value={parcel.code}
          onChange={(code) => onChange({ code })}
          errorMessage={problemOf('code')}
        />
        <TextField
          label="Contents"
          isDisabled={isDisabled}
          value={parcel.description}
          onChange={(description) => onChange({ description })}
          errorMessage={problemOf('description')}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <NumberField label="Weight" unit="kg" {...amount('weight_kg')} />
        <NumberField label="Volume" unit="L" placeholder={bySides(parcel)} {...amount('volume_l')} />
      </div>
      <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-2">
        <NumberField label="Length" unit="cm" {...amount('length_cm')} />
        <NumberField label="Width" unit="cm" {...amount('width_cm')} />
        <NumberField label="Height" unit="cm" {...amount('height_cm')} />
      </div>
      <PlaceField value={parcel.place} onChange={(place) => onChange({ place })} isDisabled={isDisabled} />
    </fieldset>
  )
}

/** The volume that three sides say, for as long as nobody enters another. */
function bySides({ length_cm, width_cm, height_cm }: ParcelDraft): string {
  const liters = (length_cm * width_cm * height_cm) / 1000
  return Number.isNaN(liters) ? '' : String(Math.round(liters * 100) / 100)
}
