import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { listEvents } from '#domain/api/events.ts'
import { liveTopic } from '#domain/live.ts'
import type { PlanSummary } from '#domain/schema/plan.ts'
import type { Me } from '#domain/schema/workspace.ts'
import { call, CallError } from './call.ts'
import { keys } from './keys.ts'
import { openFeed, step, type Effect, type LiveEvent, type News } from './live/feed.ts'
import { noteChange } from './live/last-changes.ts'
import { patchRecord, recordOf } from './live/patch.ts'
import { refresher } from './live/refresh.ts'
import { openSocket, type LiveMessage } from './live/socket.ts'
import { everything, staleAfter, type Stale } from './live/stale.ts'
import { liveStatus, noteDown, noteEnded, noteLive } from './live/status.ts'
import { mayDo } from './me.ts'

/** How often the log is read while the socket is interrupted, give or take. */
const pollMilliseconds = 10_000

/** How many events are read at a time. */
const pageSize = 200

/** Where the event log is. Ask before reading anything, so that what happens afterwards is known to be new. */
export const liveStartQuery = queryOptions({
  queryKey: keys.liveStart,
  queryFn: async ({ signal }) => (await call(listEvents, { query: { after: 'now', limit: 1 }, signal })).cursor,
  staleTime: Infinity,
  retry: false,
})

/**
 * Keeps what the page shows as it is on the server, whoever changes it: through the workspace's channel, and by polling
 * while that is interrupted. Whoever may not hear the workspace hears what concerns them.
 * @param since where the event log was before the page read anything
 */
export function useLive(me: Me | undefined, since: string | undefined): void {
  const client = useQueryClient()
  const topic = me && topicFor(me)
  // The feed goes on by itself from where it began.
  const begin = useEffectEvent((name: string) => follow(client, name, since))
  useEffect(() => (topic ? begin(topic) : undefined), [topic])
}

function topicFor(me: Me): string {
  const { user_id, workspace } = me
  return mayDo(me, 'see_operations') ? liveTopic.workspace(workspace.id) : liveTopic.member(workspace.id, user_id)
}

function follow(client: QueryClient, topic: string, since: string | undefined): () => void {
  let feed = openFeed(since)
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = refresher(client)
  const stopped = new AbortController()

  function tell(news: News): void {
    const next = step(feed, news)
    feed = next.feed
    for (const effect of next.effects) act(effect)
  }

  function act(effect: Effect): void {
    if (effect.kind === 'snapshot') refresh.add(everything)
    if (effect.kind === 'told') for (const event of effect.events) show(client, event)
    if (effect.kind === 'events') for (const event of effect.events) refresh.add(show(client, event))
    if (effect.kind === 'many') refresh.add(effect.kinds.flatMap((kind) => staleAfter(kind)))
    if (effect.kind === 'read') void readLog(effect)
    if (effect.kind === 'later') pollLater()
  }

  async function readLog({ reading, after }: Extract<Effect, { kind: 'read' }>): Promise<void> {
    const { signal } = stopped
    try {
      const { data, cursor, has_more } = await call(listEvents, { query: { after, limit: pageSize }, signal })
      tell({ kind: 'page', reading, events: data, cursor, isLast: !has_more })
    } catch (error) {
      if (signal.aborted) return
      const isForgotten =
        error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429
      tell({ kind: isForgotten ? 'forgotten' : 'unreachable', reading })
    }
  }

  function pollLater(): void {
    clearTimeout(timer)
    timer = setTimeout(poll, pollMilliseconds * (0.75 + Math.random() / 2))
  }

  function poll(): void {
    if (navigator.onLine && document.visibilityState === 'visible') tell({ kind: 'poll' })
    if (liveStatus() !== 'live') pollLater()
  }

  function onMessage(message: LiveMessage): void {
    if (message.name === 'start') {
      clearTimeout(timer)
      noteLive()
      tell({ kind: 'start', cursor: message.payload.cursor })
    }
    if (message.name === 'event' || message.name === 'many') tell({ kind: 'message', message: message.payload })
    if (message.name === 'progress') showProgress(client, message.payload)
  }

  function onDown(byServer = false): void {
    if (byServer) void client.invalidateQueries({ queryKey: keys.me })
    noteDown()
    pollLater()
  }

  const close = openSocket(topic, { onMessage, onDown })
  document.addEventListener('visibilitychange', refresh.look)
  // Until it has joined, it is not there.
  onDown()
  return () => {
    close()
    clearTimeout(timer)
    stopped.abort()
    refresh.stop()
    document.removeEventListener('visibilitychange', refresh.look)
    noteEnded()
  }
}

/** Shows one change at once where the event holds the record. Returns which reads it makes stale. */
function show(client: QueryClient, event: LiveEvent): Stale {
  const { kind, id } = event.subject
  const record = recordOf(event.data, id)
  const stale = staleAfter(kind, id, event.type)
  noteChange(id, { by: nameOf(event.actor), at: event.at, isDeletion: event.type.endsWith('.deleted'), record })
  if (record) patchRecord(client, stale, record)
  return stale
}

/** Who did it. An event of a newer server may say it in another way. */
function nameOf(actor: unknown): string {
  const { name } = (actor ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name : 'Somebody else'
}

type Progress = Extract<LiveMessage, { name: 'progress' }>['payload']

function showProgress(client: QueryClient, { plan_id, state, progress }: Progress): void {
  client.setQueryData<PlanSummary>(keys.plans.summary(plan_id), (plan) => {
    // The end of the calculation may overtake its progress.
    const isRunning = plan?.state === 'queued' || plan?.state === 'optimizing'
    return isRunning ? { ...plan, state, progress } : plan
  })
}
