import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { removeSuppression } from '#domain/api/notifications.ts'
import { channelNames } from '#domain/notifications/events.ts'
import { suppressionReasonNames, type Suppression } from '#domain/schema/notification.ts'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMe } from '#web/lib/me.ts'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { suppressionsQuery } from './queries.ts'

/** Who gets nothing, and why. */
export function SuppressionsCard({ isEditable }: { isEditable: boolean }) {
  const client = useQueryClient()
  const { workspace } = useMe()
  const all = useQuery(suppressionsQuery)
  const remove = useMutation({
    mutationFn: ({ id }: Suppression) => call(removeSuppression, { params: { id } }),
    onSuccess: async (_, { address }) => {
      await client.invalidateQueries({ queryKey: keys.notifications.suppressions })
      toast({ title: `${address} gets messages again` })
    },
    onError: (error) => toast({ title: error.message, tone: 'error' }),
  })
  return (
    <Card
      title="Do not contact"
      description="Recipients who sent STOP or unsubscribed, and addresses that cannot be reached."
    >
      {all.isLoadingError && (
        <LoadError error={all.error} onRetry={() => void all.refetch()} isRetrying={all.isFetching} />
      )}
      {all.data?.length === 0 && <p className="text-ink-muted">Nobody is on this list.</p>}
      {all.data && all.data.length > 0 && (
        <ul className="divide-y divide-line">
          {all.data.map((each) => (
            <li key={each.id} className="flex items-center gap-3 py-2">
              <span className="min-w-0 flex-1">
                <span className="block font-medium wrap-anywhere">{each.address}</span>
                <span className="block text-[0.8125rem] text-ink-muted">
                  {channelNames[each.channel]} · {suppressionReasonNames[each.reason]} ·{' '}
                  {formatDate(each.created_at, workspace.time_zone)}
                </span>
              </span>
              {isEditable && (
                <IconButton
                  label={`Send to ${each.address} again`}
                  icon={<Trash2 aria-hidden="true" className="size-4" />}
                  onPress={() => remove.mutate(each)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
