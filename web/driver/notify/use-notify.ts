import { useEffect, useMemo, useState } from 'react'
import { pushHere, pushSupport, type PushServer } from '#web/lib/push.ts'
import { useDay, useRoad } from '../road/use-road.ts'
import { ApiError, type Api } from '../sync/api.ts'
import { pushPaths } from './paths.ts'

/** What can go wrong: the browser does not allow it, or somebody cannot be reached. */
export type NotifyProblem = 'denied' | 'unreachable'

type Listed = { data: { id: string }[] }

const serverOf = ({ call }: Api): PushServer => ({
  key: async () => (await call<{ public_key: string }>(pushPaths.getPushKey)).body.public_key,
  add: async (subscription) =>
    (await call<{ id: string }>(pushPaths.createPushSubscription, { body: { app: 'driver', ...subscription } })).body
      .id,
  remove: async (id) => {
    await call(pushPaths.deletePushSubscription.replace(':id', id)).catch((error: unknown) => {
      // The push service may have ended it before.
      if (!(error instanceof ApiError) || error.code !== 'push_subscription_not_found') throw error
    })
  },
  has: async (id) => {
    const listed = await call<Listed>(pushPaths.listPushSubscriptions).catch((error: unknown) => {
      // Without a network, what the phone remembers counts.
      if (!(error instanceof ApiError)) throw error
    })
    return listed?.body.data.some((each) => each.id === id) ?? true
  },
})

/** Whether this phone tells its driver of a new route, a changed one and messages while the app is closed. */
export function useNotify() {
  const { api } = useRoad()
  const { workspace } = useDay()
  const [support, setSupport] = useState(pushSupport)
  const [id, setId] = useState<string | null>()
  const [problem, setProblem] = useState<NotifyProblem>()
  const [isPending, setPending] = useState(false)
  /** Shown at once, until it is so or turns out not to be. */
  const [wanted, setWanted] = useState<boolean>()
  const here = useMemo(
    () =>
      pushHere({
        server: serverOf(api),
        registration: () => navigator.serviceWorker.getRegistration('/driver'),
        name: 'karta-push.driver',
        workspaceId: workspace.id,
      }),
    [api, workspace.id],
  )

  useEffect(() => {
    if (support === 'ready') void here.id().then(setId)
  }, [here, support])

  async function attempt(work: () => Promise<NotifyProblem | void>) {
    setPending(true)
    try {
      setProblem((await work()) ?? undefined)
      setId(await here.id())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem('unreachable')
    } finally {
      setSupport(pushSupport())
      setPending(false)
      setWanted(undefined)
    }
  }

  return {
    support,
    isOn: wanted ?? typeof id === 'string',
    isPending,
    problem,
    change: (on: boolean) => {
      setWanted(on)
      return attempt(async () => {
        if (!on) return here.turnOff()
        const outcome = await here.turnOn(await navigator.serviceWorker.ready)
        return outcome === 'on' ? undefined : outcome === 'declined' ? 'denied' : 'unreachable'
      })
    },
    test: () =>
      attempt(async () => {
        if (id) await api.call(pushPaths.testPushSubscription.replace(':id', id))
      }),
  }
}
