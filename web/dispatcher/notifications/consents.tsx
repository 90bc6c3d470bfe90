import { useMutation, useQueryClient } from '@tanstack/react-query'
import { addConsent, removeConsent } from '#domain/api/notifications.ts'
import { channelNames } from '#domain/notifications/events.ts'
import type { NeededConsent } from '#domain/schema/notification.ts'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** What the recipient has to agree to before they are told anything, and who noted that they did. */
export function Consents({ consents, mayChange }: { consents: NeededConsent[]; mayChange: boolean }) {
  const client = useQueryClient()
  const { workspace } = useMe()
  const change = useMutation({
    mutationFn: async ({ channel, address, given }: NeededConsent) => {
      if (given) await call(removeConsent, { params: { id: given.id } })
      else await call(addConsent, { body: { channel, address } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keys.notifications.all }),
    onError: (error) => toast({ title: error.message, tone: 'error' }),
  })
  if (!consents.length) return null
  return (
    <ul className="divide-y divide-line rounded-xl border bg-surface px-3.5">
      {consents.map((each) => (
        <li key={each.channel} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <span className="min-w-0 flex-1 basis-48">
            <span className="block font-medium">
              {channelNames[each.channel]}: {each.given ? 'agreed' : 'not agreed yet'}
            </span>
            <span className="block text-[0.8125rem] wrap-anywhere text-ink-muted">
              {each.address}
              {each.given &&
                ` · ${formatDate(each.given.created_at, workspace.time_zone)}, noted by ${each.given.author_name}`}
            </span>
          </span>
          {mayChange && (
            <Button
              size="small"
              aria-label={`${each.given ? 'Take back' : 'They agreed'}: ${channelNames[each.channel]}`}
              isPending={change.isPending}
              onPress={() => change.mutate(each)}
            >
              {each.given ? 'Take back' : 'They agreed'}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
