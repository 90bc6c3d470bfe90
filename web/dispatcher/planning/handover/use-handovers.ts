import { queryOptions, useMutation } from '@tanstack/react-query'
import { giveRoutes, listHandovers, mailRoutes } from '#domain/api/handovers.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { toast } from '#web/ui/toast.tsx'

export const handoversQuery = (planId: string) =>
  queryOptions({
    queryKey: [...keys.handovers, planId],
    queryFn: ({ signal }) => call(listHandovers, { params: { id: planId }, signal }),
  })

const failed = (title: string) => (error: Error) => toast({ title, description: error.message, tone: 'error' })

/** What a dispatcher can do so that drivers get their routes. */
export function useHandover(planId: string, refresh: () => void) {
  const params = { id: planId }
  const mail = useMutation({
    mutationFn: (route_ids: string[]) => call(mailRoutes, { params, body: { route_ids } }),
    onSuccess: ({ data, without_address }) => {
      refresh()
      const names = without_address.map(({ driver_name }) => driver_name).join(', ')
      toast({
        title: data.length ? `${countOf(data.length, 'route')} mailed` : 'Nothing was mailed',
        ...(names && { description: `No email address: ${names}.` }),
        tone: data.length ? 'success' : 'error',
      })
    },
    onError: failed('The routes could not be mailed'),
  })
  const give = useMutation({
    mutationFn: (body: { route_ids: string[]; given: boolean }) => call(giveRoutes, { params, body }),
    onSuccess: refresh,
    onError: failed('That could not be noted'),
  })
  return { mail, give }
}
