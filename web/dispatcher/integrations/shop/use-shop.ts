import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '#domain/api/shops.ts'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import { call } from '#web/lib/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { fullSentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'

const everyMs = 10_000
const whileSyncingMs = 1500

/** How a connected shop keeps in step, what waits, and what can be done about it. */
export function useShop(platform: ShopPlatform) {
  const client = useQueryClient()
  const params = { platform }
  const state = useQuery({
    queryKey: keys.shop.state(platform),
    queryFn: ({ signal }) => call(api.getShop, { params, signal }),
    refetchInterval: ({ state: { data } }) => (data?.is_syncing ? whileSyncingMs : everyMs),
  })
  const problems = useQuery({
    queryKey: keys.shop.problems(platform),
    queryFn: ({ signal }) => call(api.listShopProblems, { params, signal }),
    refetchInterval: everyMs,
  })
  const onError = (error: Error) => toast({ tone: 'error', title: fullSentenceOf(error) })
  const refresh = () => void client.invalidateQueries({ queryKey: keys.shop.of(platform) })
  const sync = useMutation({
    mutationFn: () => call(api.syncShopNow, { params }),
    onSuccess: (read) => client.setQueryData(keys.shop.state(platform), read),
    onError,
  })
  const retry = useMutation({
    mutationFn: (body: { orders?: string[]; news?: string[] }) => call(api.retryShop, { params, body }),
    onSuccess: ({ retried }) =>
      toast({ title: retried === 1 ? 'It is tried again' : `${formatNumber(retried)} are tried again` }),
    onError,
    onSettled: refresh,
  })
  return { state, problems, sync, retry }
}
