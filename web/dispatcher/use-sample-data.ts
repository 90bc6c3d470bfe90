import { useMutation, useQueryClient } from '@tanstack/react-query'
import { loadSampleData } from '#domain/api/workspace.ts'
import { formatDay } from '#web/lib/format.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'

/** Fills an empty workspace with a depot, drivers, vehicles and a day of deliveries. */
export function useSampleData() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(loadSampleData, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: async (added) => {
      await queryClient.invalidateQueries()
      toast({
        title: 'Sample data loaded',
        description: `${added.deliveries} deliveries for ${formatDay(added.day)}, ${added.drivers} drivers with vehicles, 1 depot.`,
      })
    },
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
  })
}
