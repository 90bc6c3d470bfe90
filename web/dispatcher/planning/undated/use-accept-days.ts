import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeInBulk, mostNamed, undoInBulk } from '#domain/api/bulk.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { toast } from '#web/ui/toast.tsx'

type Part = { day: string; ids: string[] }

/** Gives orders their days, with undo. */
export function useAcceptDays(onDone: () => void) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: keys.deliveries.all })
  const undo = async (event_ids: string[]) => {
    try {
      for (let from = 0; from < event_ids.length; from += mostNamed) {
        await call(undoInBulk, { body: { event_ids: event_ids.slice(from, from + mostNamed) } })
      }
      toast({ title: 'The orders wait without a day again' })
    } catch (error) {
      toast({ title: 'Not everything could be undone', description: (error as Error).message, tone: 'error' })
    }
    void refresh()
  }
  return useMutation({
    mutationFn: async (parts: readonly Part[]) => {
      const events: string[] = []
      let refused = 0
      for (const { day, ids } of parts) {
        for (let from = 0; from < ids.length; from += mostNamed) {
          const body = { ids: ids.slice(from, from + mostNamed), change: { scheduled_date: day } }
          const result = await call(changeInBulk, { body })
          events.push(...result.changed.map(({ event_id }) => event_id))
          refused += result.refused.length
        }
      }
      return { events, refused }
    },
    onSuccess: ({ events, refused }) => {
      onDone()
      toast({
        title: `${countOf(events.length, 'order has', 'orders have')} a day now`,
        ...(refused > 0 && { description: `${refused} changed in the meantime and stayed as they are.` }),
        tone: refused > 0 ? 'info' : 'success',
        ...(events.length > 0 && { action: { label: 'Undo', onPress: () => void undo(events) } }),
      })
    },
    onSettled: () => void refresh(),
  })
}
