import { useMutation, useQueryClient } from '@tanstack/react-query'
import { decideLearned } from '#domain/api/address-memory.ts'
import type { LearnedPlace } from '#domain/schema/learned-place.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'

type Choice = LearnedPlace['decision']

const done = {
  accepted: 'It is in the address book',
  refused: 'It was refused',
  none: 'The decision was taken back',
}

/** Accepts or refuses something learned at once, and offers to undo it. */
export function useDecide(learned: LearnedPlace, onDecided: () => void) {
  const client = useQueryClient()
  const refresh = () => {
    void client.invalidateQueries({ queryKey: keys.deliveries.all })
    void client.invalidateQueries({ queryKey: keys.addresses.all })
    return client.invalidateQueries({ queryKey: keys.learned.all })
  }
  const failed = (error: unknown) => {
    toast({ title: 'That was not saved', description: sentenceOf(error), tone: 'error' })
    void refresh()
  }
  const send = (decision: Choice, version: number) =>
    call(decideLearned, { params: { id: learned.id }, body: { decision }, version })
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: Choice) => send(decision, learned.version),
    onSuccess: async (saved, decision) => {
      const undo = () => void send(learned.decision, saved.version).then(refresh, failed)
      toast({ title: done[decision ?? 'none'], action: { label: 'Undo', onPress: undo } })
      onDecided()
      await refresh()
    },
    onError: failed,
  })
  return { decide: mutate, isPending }
}
