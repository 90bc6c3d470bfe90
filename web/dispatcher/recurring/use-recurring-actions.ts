import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { changeRecurringOrder, deleteRecurringOrder, deleteStandingRoute } from '#domain/api/recurring.ts'
import type { RecurringOrder, StandingRoute } from '#domain/schema/recurring.ts'
import { call } from '#web/lib/call.ts'
import { changeRecord } from '#web/lib/change-record.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import { moved, newPlaces } from './groups.ts'
import { whoWords } from './recurring-words.ts'
import { settlePlaces } from './save-recurring.ts'

/** What can be done to recurring orders and standing routes from the page. It shows at once. */
export function useRecurringActions() {
  const client = useQueryClient()
  return useMemo(() => {
    const refresh = () =>
      Promise.all([keys.recurring.all, keys.deliveries.all].map((queryKey) => client.invalidateQueries({ queryKey })))

    /** Makes a change, and shows why if it failed. Returns whether it was made. */
    const attempt = async (change: () => Promise<unknown>): Promise<boolean> => {
      try {
        await change()
        return true
      } catch (error) {
        toast({ tone: 'error', title: sentenceOf(error) })
        return false
      } finally {
        await refresh()
      }
    }

    const show = (change: (row: RecurringOrder) => RecurringOrder) =>
      client.setQueryData<RecurringOrder[]>(keys.recurring.orders, (rows) => rows?.map(change))

    const setPaused = async (row: RecurringOrder, paused: boolean): Promise<void> => {
      const isDone = await attempt(() =>
        changeRecord(row, { paused }, (version) =>
          call(changeRecurringOrder, { params: { id: row.id }, body: { paused }, version }),
        ),
      )
      if (!isDone) return
      const now = client.getQueryData<RecurringOrder[]>(keys.recurring.orders)?.find(({ id }) => id === row.id)
      toast({
        title: paused ? `“${whoWords(row)}” is paused` : `“${whoWords(row)}” comes again`,
        description: paused
          ? 'Its coming deliveries that nobody touched are gone.'
          : 'Its deliveries of the next two weeks are there.',
        ...(now && { action: { label: 'Undo', onPress: () => void setPaused(now, !paused) } }),
      })
    }

    return {
      setPaused,
      end: async (row: RecurringOrder) => {
        const isDone = await attempt(() => call(deleteRecurringOrder, { params: { id: row.id }, version: row.version }))
        if (isDone) toast({ title: `“${whoWords(row)}” does not come again` })
      },
      /** Moves an order of a route up or down. */
      move: async (orders: readonly RecurringOrder[], id: string, by: -1 | 1) => {
        const order = moved(orders, id, by)
        if (!order) return
        const places = new Map(newPlaces(order).map((each) => [each.order.id, each.position]))
        await client.cancelQueries({ queryKey: keys.recurring.orders })
        show((row) => ({ ...row, standing_position: places.get(row.id) ?? row.standing_position }))
        await attempt(() => settlePlaces(order))
      },
      removeRoute: async (route: StandingRoute) => {
        const isDone = await attempt(() =>
          call(deleteStandingRoute, { params: { id: route.id }, version: route.version }),
        )
        if (isDone) toast({ title: `The route “${route.name}” was deleted` })
      },
      refresh,
    }
  }, [client])
}
export type RecurringActions = ReturnType<typeof useRecurringActions>
