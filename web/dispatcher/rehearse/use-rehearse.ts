import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import type { z } from 'zod'
import { cancelRehearsal, createRehearsal, deleteRehearsal } from '#domain/api/rehearsals.ts'
import type { NewRehearsal, Rehearsal } from '#domain/schema/rehearsal.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'

export type AskRehearsal = UseMutationResult<Rehearsal, Error, z.input<typeof NewRehearsal>>

/** What can be done with rehearsals. `onStarted` hears of a new one, and `onDeleted` of one that is gone. */
export function useRehearse({ onStarted, onDeleted }: { onStarted: (id: string) => void; onDeleted: () => void }) {
  const client = useQueryClient()
  const settle = () => client.invalidateQueries({ queryKey: keys.rehearsals.all })
  const refused = (error: unknown) => void toast({ title: sentenceOf(error), tone: 'error' })
  const ask: AskRehearsal = useMutation({
    mutationFn: (body: z.input<typeof NewRehearsal>) =>
      call(createRehearsal, { body, idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ id }) => onStarted(id),
    onSettled: settle,
  })
  const cancel = useMutation({
    mutationFn: (id: string) => call(cancelRehearsal, { params: { id } }),
    onError: refused,
    onSettled: settle,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteRehearsal, { params: { id } }),
    onSuccess: onDeleted,
    onError: refused,
    onSettled: settle,
  })
  return { ask, cancel, remove }
}
