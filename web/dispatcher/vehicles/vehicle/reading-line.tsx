import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { settleReading } from '#domain/api/odometer.ts'
import type { OdometerReading, SettledReading } from '#domain/schema/odometer.ts'
import { call } from '#web/lib/call.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useMe } from '#web/lib/me.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const sourceWords: Record<OdometerReading['source'], string> = {
  hand: 'by hand',
  api: 'by a program',
  check: 'on the road',
  fuel: 'with fuel',
  work_order: 'with a work order',
}

/** One reading, and what can be done about it if it does not fit. */
export function ReadingLine({ reading, mayChange }: { reading: OdometerReading; mayChange: boolean }) {
  const { time_zone } = useMe().workspace
  const [isOpen, setOpen] = useState(false)
  const { km, read_at, author_name, source, state, doubt, reason } = reading
  const isDoubted = state === 'doubted'
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className={state === 'dropped' ? 'tabular-nums line-through' : 'font-medium tabular-nums'}>
          {formatNumber(km)} km
        </span>
        <span className="text-[0.8125rem] text-ink-muted">
          {`${formatDateTime(read_at, time_zone)}, ${author_name}, ${sourceWords[source]}`}
        </span>
        {isDoubted && <Badge tone="warning">Does not fit</Badge>}
        {state === 'dropped' && <Badge>Dropped</Badge>}
        {mayChange && !isOpen && (
          <Button size="small" variant="quiet" onPress={() => setOpen(true)}>
            Correct
          </Button>
        )}
      </div>
      {doubt && <p className="text-[0.8125rem] text-ink-muted">{reason ? `${doubt} ${reason}.` : doubt}</p>}
      {isOpen && <Settle reading={reading} onDone={() => setOpen(false)} />}
    </li>
  )
}

function Settle({ reading: { id, state }, onDone }: { reading: OdometerReading; onDone: () => void }) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const settle = useMutation({
    mutationFn: (next: SettledReading['state']) =>
      call(settleReading, { params: { id }, body: { state: next, reason: reason.trim() } }),
    onSuccess: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: ['vehicles'] })
    },
  })
  const isReady = reason.trim() !== ''
  return (
    <div className="grid max-w-xl grid-cols-1 gap-3">
      <TextField label="Reason" value={reason} onChange={setReason} maxLength={300} isRequired />
      {settle.error && <SaveError title="The reading was not changed" error={settle.error} />}
      <div className="flex flex-wrap gap-2">
        {state !== 'dropped' && (
          <Button
            size="small"
            isDisabled={!isReady}
            isPending={settle.isPending}
            onPress={() => settle.mutate('dropped')}
          >
            Drop it
          </Button>
        )}
        {state !== 'counted' && (
          <Button
            size="small"
            isDisabled={!isReady}
            isPending={settle.isPending}
            onPress={() => settle.mutate('counted')}
          >
            Count it
          </Button>
        )}
        <Button size="small" variant="quiet" onPress={onDone}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
