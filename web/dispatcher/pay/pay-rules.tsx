import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { createPayRule, deletePayRule, listPayRules } from '#domain/api/pay.ts'
import type { PayRule } from '#domain/schema/pay.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RuleDialog } from './rule-dialog.tsx'

const sayError = (error: unknown) => toast({ tone: 'error', title: sentenceOf(error) })

/** What drivers earn, the newest rule first. */
export function PayRules() {
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const rules = useQuery({
    queryKey: keys.pay.rules,
    queryFn: async ({ signal }) => (await call(listPayRules, { signal })).data,
  })
  const refresh = () => client.invalidateQueries({ queryKey: keys.pay.all })
  const remove = async ({ id, driver_id, valid_from, per_hour, per_stop, per_km, pays_breaks }: PayRule) => {
    try {
      await call(deletePayRule, { params: { id } })
      await refresh()
    } catch (error) {
      return sayError(error)
    }
    const body = { driver_id, valid_from, per_hour, per_stop, per_km, pays_breaks }
    toast({
      title: 'The rule was deleted',
      action: {
        label: 'Undo',
        onPress: () => void call(createPayRule, { body, idempotencyKey: newIdempotencyKey() }).then(refresh, sayError),
      },
    })
  }
  return (
    <Card
      title="Pay rules"
      description="On each day, a driver’s own newest rule counts, or else the newest for all."
      actions={
        <Button icon={<Plus aria-hidden="true" className="size-4" />} onPress={() => setAdding(true)}>
          Add a rule
        </Button>
      }
    >
      {rules.isPending && <Skeleton className="h-12 w-full" />}
      {rules.isLoadingError && (
        <LoadError
          title="The rules could not be loaded"
          error={rules.error}
          onRetry={() => void rules.refetch()}
          isRetrying={rules.isFetching}
        />
      )}
      {rules.data?.length === 0 && (
        <p className="text-ink-muted">No rules yet. Without one, sheets show the work only.</p>
      )}
      <ul aria-label="Pay rules" className="divide-y empty:hidden">
        {rules.data?.map((rule) => (
          <li key={rule.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0">
              <p className="font-medium">
                {rule.driver_name ?? 'All drivers'}, from {formatDay(rule.valid_from)}
              </p>
              <p className="text-[0.8125rem] text-ink-muted">{ratesOf(rule)}</p>
            </div>
            <Button
              size="small"
              variant="danger-quiet"
              aria-label={`Delete the rule of ${rule.driver_name ?? 'all drivers'} from ${formatDay(rule.valid_from)}`}
              onPress={() => void remove(rule)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {isAdding && <RuleDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}

function ratesOf({ per_hour, per_stop, per_km, pays_breaks, currency }: PayRule): string {
  const rate = (minor: number, unit: string) => minor > 0 && `${formatMoney(minor, currency)} ${unit}`
  const words = [rate(per_hour, 'an hour'), rate(per_stop, 'a stop'), rate(per_km, 'a kilometer')].filter(Boolean)
  return [words.join(', ') || 'Nothing', pays_breaks ? 'breaks are paid' : 'breaks are not paid'].join(' · ')
}
