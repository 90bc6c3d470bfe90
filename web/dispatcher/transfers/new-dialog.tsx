import {
  parseAbsolute,
  parseDate,
  toZoned,
  toCalendarDateTime,
  Time,
  type ZonedDateTime,
} from '@internationalized/date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createTransfer } from '#domain/api/transfers.ts'
import type { Transfer, TransferGroup } from '#domain/schema/transfer.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { ComboBox } from '#web/ui/combo-box.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { activeDriversQuery, depotChoicesQuery, vehiclesQuery } from '../queries.ts'
import { loadWords } from './transfer-words.ts'

/** A truck between depots, and what loading adds. */
const kmPerHour = 40

type NewDialogProps = {
  day: string
  /** What it brings; an empty transfer without. */
  group: TransferGroup | undefined
  onDone: (transfer: Transfer) => void
  onClose: () => void
}

/** Plans a transfer between two depots, for a group of deliveries or an empty one. */
export function NewDialog({ day, group, onDone, onClose }: NewDialogProps) {
  const client = useQueryClient()
  const { time_zone: zone } = useMe().workspace
  const depots = useQuery(depotChoicesQuery).data ?? []
  const drivers = useQuery(activeDriversQuery).data ?? []
  const vehicles = useQuery(vehiclesQuery).data?.filter(({ active }) => active) ?? []
  const [from, setFrom] = useState<string | null>(group?.from_depot_id ?? null)
  const [to, setTo] = useState<string | null>(group?.to_depot_id ?? null)
  const [departs, setDeparts] = useState<ZonedDateTime | null>(() => firstDeparture(day, zone))
  const [arrives, setArrives] = useState<ZonedDateTime | null>(() =>
    firstDeparture(day, zone).add({ minutes: minutesFor(group?.distance_km ?? kmPerHour) }),
  )
  const [driverId, setDriver] = useState<string | null>(null)
  const [vehicleId, setVehicle] = useState<string | null>(group?.fits[0]?.vehicle_id ?? null)
  const [carrier, setCarrier] = useState('')
  const key = useRef(newIdempotencyKey())
  const add = useMutation({
    mutationFn: () =>
      call(createTransfer, {
        body: {
          from_depot_id: from!,
          to_depot_id: to!,
          departs_at: departs!.toAbsoluteString(),
          arrives_at: arrives!.toAbsoluteString(),
          driver_id: driverId,
          vehicle_id: vehicleId,
          carrier: carrier.trim() || null,
          ...(group && { delivery_ids: group.delivery_ids }),
        },
        idempotencyKey: key.current,
      }),
    onSuccess: async ({ transfer, refused }) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: keys.transfers.all }),
        client.invalidateQueries({ queryKey: keys.deliveries.all }),
      ])
      toast({
        tone: refused.length ? 'info' : 'success',
        title: `Transfer ${transfer.number} was planned`,
        ...(refused.length && {
          description: `${countOf(refused.length, 'delivery', 'deliveries')} did not fit. ${refused[0]!.sentence}`,
        }),
      })
      onDone(transfer)
    },
    onError: () => {
      key.current = newIdempotencyKey()
    },
  })
  const options = depots.map(({ id, name }) => ({ id, label: name }))
  const isReady = from && to && departs && arrives
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Plan a transfer"
      description={group ? loadWords(group) : 'Deliveries can be put on it afterwards.'}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={!isReady} isPending={add.isPending} onPress={() => add.mutate()}>
            Plan transfer
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="From"
            options={options}
            value={from}
            onChange={(id) => setFrom(id === null ? null : String(id))}
            isDisabled={group !== undefined}
            isRequired
          />
          <Select
            label="To"
            options={options.filter(({ id }) => id !== from)}
            value={to}
            onChange={(id) => setTo(id === null ? null : String(id))}
            isDisabled={group !== undefined}
            isRequired
          />
        </div>
        <DatePicker label="Leaves" value={departs} onChange={setDeparts} granularity="minute" hideTimeZone isRequired />
        <DatePicker
          label="Arrives"
          value={arrives}
          onChange={setArrives}
          granularity="minute"
          hideTimeZone
          isRequired
        />
        <ComboBox
          label="Driver"
          description="Empty if a carrier drives"
          options={drivers.map(({ id, name }) => ({ id, label: name }))}
          selectedKey={driverId}
          onSelectionChange={(id) => setDriver(id === null ? null : String(id))}
          isDisabled={carrier.trim() !== ''}
        />
        <ComboBox
          label="Vehicle"
          options={vehicles.map(({ id, code }) => ({ id, label: code }))}
          selectedKey={vehicleId}
          onSelectionChange={(id) => setVehicle(id === null ? null : String(id))}
        />
        <TextField
          label="Carrier"
          description="If somebody else drives"
          value={carrier}
          onChange={setCarrier}
          maxLength={100}
          isDisabled={driverId !== null}
        />
        {add.error && <SaveError title="The transfer was not planned" error={add.error} />}
      </div>
    </Dialog>
  )
}

const minutesFor = (km: number) => Math.max(30, Math.ceil(((km * 1.3) / kmPerHour) * 4) * 15)

/** At five in the morning of that day, or in half an hour if that is over. */
function firstDeparture(day: string, zone: string): ZonedDateTime {
  const early = toZoned(toCalendarDateTime(parseDate(day), new Time(5)), zone)
  const soon = parseAbsolute(new Date(Date.now() + 30 * 60_000).toISOString(), zone).set({ second: 0, millisecond: 0 })
  return early.compare(soon) < 0 ? soon : early
}
