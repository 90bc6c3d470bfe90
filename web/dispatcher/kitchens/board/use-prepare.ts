import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePreparation } from '#domain/api/pickup-places.ts'
import type { KitchenOrder, PreparationChange } from '#domain/schema/pickup-place.ts'
import { call } from '#web/lib/call.ts'
import { formatTime } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import { orderName, preparationWords } from '../kitchen-words.ts'

/** Says how far the kitchen is with an order. A state can be taken back. */
export function usePrepare(order: KitchenOrder) {
  const queryClient = useQueryClient()
  const { time_zone } = useMe().workspace
  const params = { id: order.delivery_id }
  const send = (change: PreparationChange) => call(changePreparation, { params, body: change })
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.kitchens.all })
  const undo = async () => {
    try {
      await send({ state: order.state })
    } catch (error) {
      toast({ tone: 'error', title: sentenceOf(error) })
    }
    await refresh()
  }
  return useMutation({
    mutationFn: (change: PreparationChange) => send({ ...change, version: order.version }),
    onSuccess: (after, { state }) => {
      const name = orderName(order)
      if (state) {
        toast({
          title: `${name}: ${preparationWords[state].label.toLowerCase()}`,
          action: { label: 'Undo', onPress: () => void undo() },
        })
      } else toast({ title: `${name} is ready at ${formatTime(after.ready_at, time_zone)}` })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: refresh,
  })
}
