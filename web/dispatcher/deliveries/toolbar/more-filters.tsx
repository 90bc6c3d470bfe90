import { CalendarOff, ListFilter, Star, Tag, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Form, ToggleButton } from 'react-aria-components'
import { failureReasons } from '#domain/failure-reasons.ts'
import { deliveryKinds, type DeliveryKind } from '#domain/schema/order.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#web/ui/menu.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ratings, type DeliveriesFilter, type Rating } from '../deliveries-address.ts'
import { kindWords } from '../form/order-words.ts'

type MoreFiltersProps = {
  filter: DeliveriesFilter
  onChange: (change: Partial<DeliveriesFilter>) => void
  /** How many orders without a day the other conditions find. */
  undated: number | undefined
}

const kindsOf: Record<DeliveryKind, string> = {
  delivery: 'Deliveries only',
  return: 'Returns only',
  exchange: 'Exchanges only',
}

const ratingWords: Record<Rating, string> = { low: 'Rated 1 or 2 of 5', any: 'Any rating' }

/** Filters that are needed less often: without a day, by kind, rating, tag and order. Those that are on are shown with a cross. */
export function MoreFilters({ filter, onChange, undated }: MoreFiltersProps) {
  const [asking, setAsking] = useState<'tag' | 'order_reference'>()
  return (
    <>
      {(Boolean(undated) || filter.isUndated) && (
        <ToggleButton
          isSelected={filter.isUndated}
          onChange={(isUndated) => onChange({ isUndated, ...(isUndated && { span: { from: null, to: null } }) })}
          className="focus-ring inline-flex min-h-8 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3 text-[0.8125rem] font-medium text-ink-muted transition-colors data-hovered:bg-hover data-selected:border-brand data-selected:bg-brand-soft data-selected:text-brand-ink pointer-coarse:min-h-11"
        >
          <CalendarOff aria-hidden="true" className="size-3.5" />
          No day
          <span className="tabular-nums">{undated}</span>
        </ToggleButton>
      )}
      {filter.isProofMissing && <Chosen label="Proof missing" onRemove={() => onChange({ isProofMissing: false })} />}
      {filter.rating && (
        <Chosen
          icon={<Star aria-hidden="true" className="size-3.5" />}
          label={ratingWords[filter.rating]}
          onRemove={() => onChange({ rating: '' })}
        />
      )}
      {filter.reason && (
        <Chosen label={`Failed: ${failureReasons[filter.reason].label}`} onRemove={() => onChange({ reason: '' })} />
      )}
      {filter.kind && <Chosen label={kindsOf[filter.kind]} onRemove={() => onChange({ kind: '' })} />}
      {filter.tag && (
        <Chosen
          icon={<Tag aria-hidden="true" className="size-3.5" />}
          label={filter.tag}
          onRemove={() => onChange({ tag: '' })}
        />
      )}
      {filter.order_reference && (
        <Chosen label={`Order ${filter.order_reference}`} onRemove={() => onChange({ order_reference: '' })} />
      )}
      <Menu
        aria-label="More filters"
        placement="bottom start"
        trigger={
          <Button size="small" variant="quiet" icon={<ListFilter aria-hidden="true" className="size-3.5" />}>
            More filters
          </Button>
        }
      >
        <MenuSection title="Kind">
          {deliveryKinds.map((kind) => (
            <MenuItem key={kind} onAction={() => onChange({ kind })}>
              {kindWords[kind]}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection title="Rating">
          {ratings.map((rating) => (
            <MenuItem key={rating} onAction={() => onChange({ rating })}>
              {ratingWords[rating]}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSeparator />
        <MenuItem onAction={() => onChange({ isProofMissing: true })}>Proof missing</MenuItem>
        <MenuItem onAction={() => setAsking('tag')}>With a tag…</MenuItem>
        <MenuItem onAction={() => setAsking('order_reference')}>Of an order…</MenuItem>
        {!filter.isUndated && !undated && (
          <MenuItem onAction={() => onChange({ isUndated: true, span: { from: null, to: null } })}>
            Without a day
          </MenuItem>
        )}
      </Menu>
      {asking && (
        <AskText
          label={asking === 'tag' ? 'Tag' : 'Order reference'}
          initial={filter[asking]}
          onChoose={(text) => onChange({ [asking]: asking === 'tag' ? text.toLowerCase() : text })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}

function Chosen({ icon, label, onRemove }: { icon?: ReactNode; label: string; onRemove: () => void }) {
  return (
    <Button size="small" aria-label={`${label}: show all again`} icon={icon} onPress={onRemove}>
      <span className="max-w-40 truncate">{label}</span>
      <X aria-hidden="true" className="size-3.5" />
    </Button>
  )
}

type AskTextProps = { label: string; initial: string; onChoose: (text: string) => void; onClose: () => void }

function AskText({ label, initial, onChoose, onClose }: AskTextProps) {
  const [text, setText] = useState(initial)
  return (
    <Dialog isOpen onOpenChange={onClose} title="Filter the list">
      <Form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onChoose(text.trim())
          onClose()
        }}
      >
        <TextField label={label} autoFocus maxLength={100} value={text} onChange={setText} />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Show
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
