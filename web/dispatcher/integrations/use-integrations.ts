import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import * as api from '#domain/api/integrations.ts'
import { connectionFailures, isConnectionFailure } from '#domain/connection-failures.ts'
import { ShopPlatform, type Integration } from '#domain/schema/integration.ts'
import { call } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { pollEvery } from '#web/lib/live/status.ts'
import { fullSentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'
import { platformWords } from './platforms.ts'

const isBeingChecked = (each: Integration) => each.state === 'connecting' && each.step === 'check'

const integrationsQuery = queryOptions({
  queryKey: keys.integrations,
  queryFn: ({ signal }) => call(api.listIntegrations, { signal }),
  refetchInterval: ({ state }) => (state.data?.data.some(isBeingChecked) ? pollEvery(1000) : false),
})

/**
 * The three shop platforms, read again while a shop is being checked. Waits until a return from a shop is confirmed, since
 * an earlier reply would be outdated.
 */
export function useIntegrations(isReturning: boolean) {
  return useQuery({ ...integrationsQuery, enabled: !isReturning })
}

/** Goes to the shop, which asks for approval. */
export function useConnect(platform: ShopPlatform) {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    // After the browser's Back, the page is restored as it was left.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
  const start = useMutation({
    mutationFn: (shop: string | undefined) =>
      call(api.startConnection, { params: { platform }, body: { return_to: 'dashboard', ...(shop && { shop }) } }),
    onSuccess: ({ url }) => {
      setLeaving(true)
      window.location.assign(url)
    },
  })
  return {
    connect: start.mutate,
    isConnecting: start.isPending || isLeaving,
    problem: start.error ? fullSentenceOf(start.error) : null,
  }
}

export function useDisconnect({ platform, version }: Integration, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.disconnectShop, { params: { platform }, version }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(integrationsQuery)
      onDone()
      toast({ title: `${platformWords[platform].name} is disconnected` })
    },
    onError: (error) => {
      void queryClient.invalidateQueries(integrationsQuery)
      toast({ tone: 'error', title: fullSentenceOf(error) })
    },
  })
}

type Arrival = { platform: ShopPlatform; attempt: string | null; sentence?: string }

/** Reads what the return from a shop left in the address. */
function readArrival(params: URLSearchParams): Arrival | undefined {
  const platform = ShopPlatform.safeParse(params.get('platform')).data
  const [connection, attempt, reason] = [params.get('connection'), params.get('attempt'), params.get('reason')]
  if (!platform || !connection) return undefined
  if (connection === 'returned' && attempt) return { platform, attempt }
  return { platform, attempt: null, sentence: connectionFailures[isConnectionFailure(reason) ? reason : 'expired'] }
}

type Return = { isReturning: boolean; problems: Partial<Record<ShopPlatform, string>> }

/** Confirms that the person is back from the shop. Returns the reason of a failure, by platform. */
export function useReturn(): Return {
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const [arrival] = useState(() => readArrival(params))
  const hasArrived = useRef(false)
  const { mutate, error, status } = useMutation({
    mutationFn: ({ platform, attempt }: { platform: ShopPlatform; attempt: string }) =>
      call(api.confirmConnection, { params: { platform }, body: { attempt } }),
    onSettled: () => queryClient.invalidateQueries(integrationsQuery),
  })
  useEffect(() => {
    if (!arrival || hasArrived.current) return
    // Only once, and removed from the address: a reload must not repeat it.
    hasArrived.current = true
    setParams({}, { replace: true })
    if (arrival.attempt) mutate({ platform: arrival.platform, attempt: arrival.attempt })
  }, [arrival, mutate, setParams])
  const sentence = arrival?.sentence ?? (error && fullSentenceOf(error))
  return {
    isReturning: Boolean(arrival?.attempt) && (status === 'idle' || status === 'pending'),
    problems: arrival && sentence ? { [arrival.platform]: sentence } : {},
  }
}
