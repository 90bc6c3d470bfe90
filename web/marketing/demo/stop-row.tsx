import { ArrowDown, ArrowUp, GripVertical, Warehouse, X } from 'lucide-react'
import type { DragEvent, ReactNode } from 'react'
import { buttonStyle } from '#web/ui/button-style.ts'
import { cx } from '#web/ui/cx.ts'
import { AddressField } from './address-field.tsx'
import { PlaceHint } from './place-hint.tsx'
import type { FormStop } from './stop-list.ts'
import type { Suggestion } from './suggestions.ts'

export type StopActions = {
  onType: (id: string, address: string) => void
  onChoose: (id: string, suggestion: Suggestion) => void
  onPlace: (id: string) => void
  onMove: (id: string, to: number) => void
  onRemove: (id: string) => void
}

type StopRowProps = StopActions & {
  stop: FormStop
  /** 0 is the depot. */
  position: number
  isLast: boolean
  isInvalid: boolean
  /** Called when the visitor starts or stops dragging the row by its handle. */
  drag: { onDragStart: (event: DragEvent) => void; onDragEnd: () => void }
}

/** A stop’s label in the form and for screen readers. */
export const labelOf = (position: number) => (position === 0 ? 'Depot address' : `Delivery point ${position}`)

export function StopRow(props: StopRowProps) {
  const { stop, position, isLast, isInvalid, drag, onMove, onRemove } = props
  const label = labelOf(position)
  const fieldId = `${stop.id}-address`
  const hintId = `${stop.id}-hint`
  return (
    <>
      <div className="mb-1 flex min-h-7 items-center gap-2">
        <Mark position={position} />
        <label htmlFor={fieldId} className="mr-auto text-sm font-medium">
          {label}
        </label>
        {position > 0 && (
          <>
            <span
              draggable
              {...drag}
              title="Drag to reorder"
              className="cursor-grab rounded p-1 text-ink-faint hovered:text-ink pointer-coarse:hidden"
            >
              <GripVertical aria-hidden="true" className="size-4" />
            </span>
            <RowButton
              id={`${stop.id}-up`}
              label={`Move ${label} up`}
              isOff={position === 1}
              onPress={() => onMove(stop.id, position - 1)}
            >
              <ArrowUp aria-hidden="true" className="size-4" />
            </RowButton>
            <RowButton
              id={`${stop.id}-down`}
              label={`Move ${label} down`}
              isOff={isLast}
              onPress={() => onMove(stop.id, position + 1)}
            >
              <ArrowDown aria-hidden="true" className="size-4" />
            </RowButton>
            <RowButton label={`Remove ${label}`} onPress={() => onRemove(stop.id)}>
              <X aria-hidden="true" className="size-4" />
            </RowButton>
          </>
        )}
      </div>
      <AddressField
        id={fieldId}
        label={label}
        address={stop.address}
        isInvalid={isInvalid}
        describedBy={hintId}
        onType={(address) => props.onType(stop.id, address)}
        onChoose={(suggestion) => props.onChoose(stop.id, suggestion)}
      />
      <PlaceHint
        id={hintId}
        label={label}
        stop={stop}
        onPlace={() => props.onPlace(stop.id)}
        onChoose={(suggestion) => props.onChoose(stop.id, suggestion)}
      />
    </>
  )
}

function Mark({ position }: { position: number }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-6 shrink-0 place-items-center text-xs font-semibold tabular-nums',
        position === 0 ? 'rounded-md bg-ink text-ground' : 'rounded-full bg-brand text-on-brand',
      )}
    >
      {position === 0 ? <Warehouse className="size-3.5" /> : position}
    </span>
  )
}

type RowButtonProps = { id?: string; label: string; isOff?: boolean; onPress: () => void; children: ReactNode }

/** Stays focusable when disabled, so keyboard users don’t lose focus when a stop reaches the top. */
function RowButton({ id, label, isOff = false, onPress, children }: RowButtonProps) {
  return (
    <button
      type="button"
      id={id}
      aria-label={label}
      aria-disabled={isOff || undefined}
      title={label}
      onClick={() => isOff || onPress()}
      className={cx(buttonStyle('quiet', 'small', true), 'text-ink-muted', isOff && 'opacity-40')}
    >
      {children}
    </button>
  )
}
