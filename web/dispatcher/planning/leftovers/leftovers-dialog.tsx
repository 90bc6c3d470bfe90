import { parseDate, type CalendarDate } from '@internationalized/date'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moveLeftovers } from '#domain/api/leftovers.ts'
import { isOver } from '#domain/start-of-day.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatDay } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/date-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDeliveryActions } from '../../deliveries/use-delivery-actions.ts'
import { groupsOf, isChosen, type Choice } from './leftover-choice.ts'
import { LeftoverList } from './leftover-list.tsx'

type LeftoversDialogProps = { day: string; depotId?: string; onClose: () => void }

/** Moves what was not delivered on a day to the next working day or another one. Shows before what moves and what stays. */
export function LeftoversDialog({ day, depotId = '', onClose }: LeftoversDialogProps) {
  const isDayOver = isOver(day, useNow(), useMe().workspace.time_zone)
  const [wanted, setWanted] = useState<CalendarDate | null>(null)
  const [choice, setChoice] = useState<Choice>(new Map())
  const { moveLeft } = useDeliveryActions()
  const to = wanted?.toString() ?? null
  const asked = { day, to, ...(depotId && { depot_id: depotId }) }
  const left = useQuery({
    queryKey: keys.deliveries.leftOf(day, to ?? '', depotId),
    queryFn: ({ signal }) => call(moveLeftovers, { body: { ...asked, dry_run: true }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  const groups = left.data ? groupsOf(left.data) : []
  const chosen = groups.flatMap(({ moving }) => moving.filter((each) => isChosen(each, choice, isDayOver)))
  const move = useMutation({
    mutationFn: (day_to: string) =>
      moveLeft({ ...asked, to: day_to, delivery_ids: chosen.map(({ delivery_id }) => delivery_id) }),
    onSuccess: onClose,
  })
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Move what is left"
      description={`What was not delivered on ${formatDay(day)}.`}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isPending={move.isPending}
            pendingLabel="Moving"
            isDisabled={chosen.length === 0 || left.isPlaceholderData || left.isError}
            onPress={() => left.data && move.mutate(left.data.to)}
          >
            {chosen.length === 0 || !left.data
              ? 'Move'
              : `Move ${countOf(chosen.length, 'delivery', 'deliveries')} to ${formatDay(left.data.to)}`}
          </Button>
        </>
      }
    >
      <DatePicker
        label="Move to"
        description={wanted ? undefined : 'The next working day, unless you choose another one.'}
        value={wanted ?? (left.data ? parseDate(left.data.to) : null)}
        onChange={setWanted}
        className="max-w-60"
        errorMessage={left.data && left.error ? sentenceOf(left.error) : undefined}
      />
      {move.error && (
        <div className="mt-4">
          <PlainAlert>{sentenceOf(move.error)}</PlainAlert>
        </div>
      )}
      <div className="mt-4">
        {left.data ? (
          <LeftoverList left={left.data} choice={choice} isDayOver={isDayOver} onChoice={setChoice} />
        ) : left.error ? (
          <LoadError
            title="What is left could not be loaded"
            error={left.error}
            onRetry={() => void left.refetch()}
            isRetrying={left.isFetching}
          />
        ) : (
          <Skeleton className="h-40 w-full rounded-xl" />
        )}
      </div>
    </Dialog>
  )
}
