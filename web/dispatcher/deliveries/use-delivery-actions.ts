import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { changeDelivery, deleteDeliveries, restoreDeliveries } from '#domain/api/deliveries.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import { call, CallError } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'

/** What can be done to deliveries from the list. It happens at once, with Undo where possible. */
export function useDeliveryActions() {
  const queryClient = useQueryClient()
  return useMemo(() => deliveryActions(queryClient), [queryClient])
}

function deliveryActions(queryClient: QueryClient) {
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.deliveries.all })

  /** Makes a change. Shows a refusal and refreshes the list. Returns true if it was made. */
  const attempt = async (change: () => Promise<unknown>): Promise<boolean> => {
    try {
      await change()
      await refresh()
      return true
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error), description: refusedNumbers(error) })
      void refresh()
      return false
    }
  }

  const restore = async (ids: string[], name: string) => {
    if (await attempt(() => call(restoreDeliveries, { body: { ids } }))) toast({ title: `${name} restored` })
  }

  const remove = async (deliveries: readonly Delivery[]): Promise<boolean> => {
    const ids = deliveries.map(({ id }) => id)
    const name = nameOf(deliveries)
    const isDone = await attempt(() => call(deleteDeliveries, { body: { ids } }))
    if (isDone) {
      toast({ title: `${name} deleted`, action: { label: 'Undo', onPress: () => void restore(ids, name) } })
    }
    return isDone
  }

  const setStatus = async (delivery: Delivery, status: 'pending' | 'cancelled', isUndo = false) => {
    const { id, number } = delivery
    if (!(await attempt(() => call(changeDelivery, { params: { id }, body: { status } })))) return
    // Reopening leads to pending only, so it cannot undo a cancellation from another state.
    const hasWayBack = status === 'cancelled' && delivery.status === 'pending' && !isUndo
    toast({
      title: `Delivery #${number} is ${status === 'cancelled' ? 'cancelled' : 'open again'}`,
      ...(hasWayBack && { action: { label: 'Undo', onPress: () => void setStatus(delivery, 'pending', true) } }),
    })
  }

  return { remove, setStatus, refresh }
}

function nameOf(deliveries: readonly Delivery[]): string {
  const [first, ...others] = deliveries
  return first && others.length === 0
    ? `Delivery #${first.number}`
    : countOf(deliveries.length, 'delivery', 'deliveries')
}

/** The most numbers to name. The rest is counted. */
const named = 8

/** The deliveries that a refusal names, such as `#12, #15 and 3 more`. */
function refusedNumbers(error: unknown): string | undefined {
  const numbers = error instanceof CallError ? error.detail.numbers : undefined
  if (!Array.isArray(numbers) || numbers.length === 0) return undefined
  const shown = numbers.slice(0, named).map((number) => `#${String(number)}`)
  const more = numbers.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}
