import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { createPushSubscription, deletePushSubscription, getPushKey } from '#domain/api/push.ts'
import { call, CallError } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { pushSupport, subscribeTo } from '#web/lib/push.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.tsx'

const workerUrl = '/push-worker.js'
const scope = '/dashboard'
const ownId = 'karta-push-subscription'

/** Whether this browser shows alerts while the page is closed. */
export function NotifyHere() {
  const client = useQueryClient()
  const support = pushSupport()
  const { data: isOn = false } = useQuery({
    queryKey: keys.alerts.here,
    queryFn: async () => localStorage.getItem(ownId) !== null && (await subscription()) !== null,
    enabled: support === 'ready',
  })
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn() : turnOff()),
    onError: (error) => toast({ tone: 'error', title: sentenceOf(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.alerts.here }),
  })
  if (support === 'missing') return null
  return (
    <Switch
      isSelected={isOn}
      isDisabled={change.isPending || support === 'denied'}
      onChange={(on) => change.mutate(on)}
      description={support === 'denied' ? 'This browser blocks notifications of Karta.' : undefined}
      className="mr-auto"
    >
      <BellRing aria-hidden="true" className="mr-1.5 inline size-4" />
      Notify me on this device
    </Switch>
  )
}

const subscription = async () =>
  (await (await navigator.serviceWorker.getRegistration(scope))?.pushManager.getSubscription()) ?? null

async function turnOn(): Promise<void> {
  await navigator.serviceWorker.register(workerUrl, { scope })
  const { public_key } = await call(getPushKey, {})
  const registration = (await navigator.serviceWorker.getRegistration(scope))!
  const subscribed = await subscribeTo(registration, public_key)
  if (!subscribed) return
  const { id } = await call(createPushSubscription, { body: { app: 'dispatcher', ...subscribed } })
  localStorage.setItem(ownId, id)
}

async function turnOff(): Promise<void> {
  await (await subscription())?.unsubscribe()
  const id = localStorage.getItem(ownId)
  localStorage.removeItem(ownId)
  if (!id) return
  // The push service may have ended it before.
  await call(deletePushSubscription, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.code !== 'push_subscription_not_found') throw error
  })
}
