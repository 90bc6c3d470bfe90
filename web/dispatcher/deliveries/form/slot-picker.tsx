import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarClock, Truck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { findSlots, holdSlot, releaseSlot } from '#domain/api/slots.ts'
import type { Slot, SlotHold } from '#domain/schema/slots.ts'
import { sayDayTime } from '#domain/time.ts'
import { call } from '#web/lib/call.ts'
import { numberOrNull, toSkills } from '#web/lib/field-values.ts'
import { formatDay, formatMoney, formatNumber, formatTime } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { OptionList } from './slot-options.tsx'
import { slotSettingsQuery } from '../../queries.ts'
import type { DeliveryValues } from './delivery-values.ts'
import type { FieldsProps } from './field-props.ts'

type Props = Pick<FieldsProps, 'values' | 'set'> & { deliveryId: string | undefined }

/** The windows that can be kept for the order in the form. The chosen one is held until the form closes. */
export function SlotPicker({ values, set, deliveryId }: Props) {
  const { workspace } = useMe()
  const settings = useQuery(slotSettingsQuery)
  const [held, setHeld] = useState<SlotHold>()
  const last = useRef<string>(undefined)
  useEffect(() => () => giveBack(last.current), [])
  const search = useMutation({ mutationFn: () => call(findSlots, { body: questionOf(values, deliveryId) }) })
  const hold = useMutation({
    mutationFn: async ({ day, start, end }: Slot) => {
      giveBack(last.current)
      last.current = undefined
      return call(holdSlot, { body: { ...questionOf(values, deliveryId), day, start, end } })
    },
    onSuccess: (slot) => {
      last.current = slot.id
      setHeld(slot)
      search.reset()
      set('is_undated', false)
      set('scheduled_date', slot.day)
      set('window_start', slot.start)
      set('window_end', slot.end)
      set('more_windows', [])
    },
  })
  if (!settings.data?.is_on) return null
  const hasPlace = values.delivery_address.trim() !== '' || !Number.isNaN(values.delivery_location.lat)
  const isChosen = held && held.day === values.scheduled_date && held.start === values.window_start
  const failure = search.error ?? hold.error
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="small"
          icon={<CalendarClock aria-hidden="true" className="size-4" />}
          isDisabled={!hasPlace}
          isPending={search.isPending}
          onPress={() => search.mutate()}
        >
          Find slots
        </Button>
        {!hasPlace && <p className="text-[0.8125rem] text-ink-muted">Enter the address first.</p>}
        {isChosen && (
          <p role="status" className="text-[0.8125rem] text-success-ink">
            Held until {formatTime(held.expires_at, workspace.time_zone)}
            {held.price > 0 && `, ${formatMoney(held.price, workspace.currency)}`}
          </p>
        )}
      </div>
      {failure && <Banner tone="danger">{sentenceOf(failure)}</Banner>}
      {search.data && (
        <OptionList
          slots={search.data.data.slice(0, mostShown)}
          isDisabled={hold.isPending}
          onChoose={(slot) => hold.mutate(slot)}
          empty={
            search.data.unavailable.length
              ? 'No window of the coming days can be kept for this order.'
              : 'No window is offered in the coming days.'
          }
          wordsOf={(slot) => ({
            time: `${formatDay(slot.day)}, ${sayDayTime(slot.start)}–${sayDayTime(slot.end)}`,
            near: slot.near_stops > 0 && <Truck aria-label="The van is in the street then" className="size-4" />,
            cost: [
              slot.added_cost !== null && `costs ${formatMoney(slot.added_cost, workspace.currency)}`,
              `+${formatNumber(slot.added_minutes)} min`,
            ]
              .filter(Boolean)
              .join(', '),
            price: slot.price > 0 ? formatMoney(slot.price, workspace.currency) : '',
          })}
        />
      )}
    </div>
  )
}

/** The best of them: more would not be read out on the phone. */
const mostShown = 12

/** Others can have it again. If that fails, they can once its time is over. */
function giveBack(id: string | undefined) {
  if (id) void call(releaseSlot, { params: { id } }).catch(() => undefined)
}

function questionOf(values: DeliveryValues, delivery_id: string | undefined) {
  if (delivery_id) return { delivery_id }
  const { lat, lng } = values.delivery_location
  return {
    delivery_address: values.delivery_address.trim() || null,
    delivery_location: Number.isNaN(lat) || Number.isNaN(lng) ? null : { lat, lng },
    depot_id: values.depot_id || null,
    weight_kg: numberOrNull(values.weight_kg) ?? 0,
    volume_l: numberOrNull(values.volume_l) ?? 0,
    units: numberOrNull(values.units) ?? 0,
    service_minutes: numberOrNull(values.service_minutes),
    skills: toSkills(values.skills),
    temperature_min_c: numberOrNull(values.temperature_min_c),
    temperature_max_c: numberOrNull(values.temperature_max_c),
  }
}
