import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createPushSubscription,
  deletePushSubscription,
  getPushKey,
  listPushSubscriptions,
  testPushSubscription,
} from '#domain/api/push.ts'
import { call, CallError } from '#web/lib/call.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { pushHere, pushSupport, type PushServer } from '#web/lib/push.ts'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import { toast } from '#web/ui/toast.tsx'

const scope = '/dashboard'

const server: PushServer = {
  key: async () => (await call(getPushKey, {})).public_key,
  add: async (subscription) =>
    (await call(createPushSubscription, { body: { app: 'dispatcher', ...subscription } })).id,
  // The push service may have ended it before.
  remove: (id) =>
    call(deletePushSubscription, { params: { id } }).then(
      () => undefined,
      (error: unknown) => {
        if (!(error instanceof CallError) || error.code !== 'push_subscription_not_found') throw error
      },
    ),
  has: async (id) => (await call(listPushSubscriptions, {})).data.some((each) => each.id === id),
}

const refusals = {
  declined: 'The browser did not allow notifications.',
  unreachable: 'The browser could not reach its notification service. Try again, or use another browser.',
}

/** Whether this browser shows alerts of the workspace while the page is closed. */
export function usePushHere() {
  const client = useQueryClient()
  const { workspace } = useMe()
  const support = pushSupport()
  const here = pushHere({
    server,
    registration: () => navigator.serviceWorker.getRegistration(scope),
    name: 'karta-push.dispatcher',
    workspaceId: workspace.id,
  })
  const { data: id = null } = useQuery({
    queryKey: keys.alerts.here,
    queryFn: () => here.id(),
    enabled: support === 'ready',
  })
  const onError = (error: unknown) => toast({ tone: 'error', title: sentenceOf(error) })
  const change = useMutation({
    mutationFn: async (on: boolean) => (on ? turnOn() : here.turnOff()),
    onError,
    onSettled: () => client.invalidateQueries({ queryKey: keys.alerts.here }),
  })
  const test = useMutation({
    mutationFn: (of: string) => call(testPushSubscription, { params: { id: of } }),
    onSuccess: () => toast({ title: 'A test notification is on its way' }),
    onError,
  })

  async function turnOn(): Promise<void> {
    await navigator.serviceWorker.register('/push-worker.js', { scope })
    const outcome = await here.turnOn(await navigator.serviceWorker.ready)
    if (outcome !== 'on') toast({ tone: 'error', title: refusals[outcome] })
  }

  return {
    support,
    isOn: id !== null,
    isChanging: change.isPending,
    change: (on: boolean) => change.mutate(on),
    isTesting: test.isPending,
    test: () => id && test.mutate(id),
  }
}
