import { MapPin } from 'lucide-react'
import { useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { Suggestion } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

type AddressFieldProps = {
  id: string
  label: string
  address: string
  isInvalid: boolean
  /** The ID of the element that shows the address’s position. */
  describedBy: string
  onType: (address: string) => void
  onChoose: (suggestion: Suggestion) => void
}

/** An address field that suggests sample locations as the visitor types. */
export function AddressField({ id, label, address, isInvalid, describedBy, onType, onChoose }: AddressFieldProps) {
  const { suggestions, isOpen, active, open, close, choose, onKeyDown } = useSuggestions(address, onChoose)
  const listId = `${id}-suggestions`
  const optionId = (position: number) => `${listId}-${position}`
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} className="relative" onBlur={(event) => box.current?.contains(event.relatedTarget) || close()}>
      <span className="field-box" data-invalid={isInvalid || undefined}>
        <input
          id={id}
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={active >= 0 && isOpen ? optionId(active) : undefined}
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
          autoComplete="off"
          spellCheck={false}
          placeholder="Type an address, or try “Jakarta”"
          className="h-full min-h-[inherit] w-full min-w-0 rounded-[inherit] bg-transparent px-3 outline-none placeholder:text-ink-faint"
          value={address}
          onChange={(event) => {
            onType(event.target.value)
            open()
          }}
          onKeyDown={onKeyDown}
        />
      </span>
      <div
        id={listId}
        role="listbox"
        aria-label={`Suggestions for ${label}`}
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-xl bg-raised p-1 shadow-raised"
      >
        {isOpen &&
          suggestions.map((suggestion, position) => (
            <div
              key={suggestion.address}
              id={optionId(position)}
              role="option"
              tabIndex={-1}
              aria-selected={position === active}
              // Keeps focus in the field, because leaving the field closes the list.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
              className={cx(
                'flex cursor-pointer items-start gap-2 rounded-lg px-2.5 py-2 text-[0.8125rem] leading-snug hovered:bg-hover',
                position === active && 'bg-hover outline-2 -outline-offset-2 outline-focus',
              )}
            >
              <MapPin aria-hidden="true" className="mt-px size-4 shrink-0 text-brand-ink" />
              <span className="min-w-0">{suggestion.address}</span>
            </div>
          ))}
      </div>
    </div>
  )
}
