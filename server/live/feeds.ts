import type { Bus } from '../bus/bus.ts'
import { eventsTopic } from '../events/follow.ts'
import { progressTopic } from '../events/progress.ts'
import { WorkspaceFeed, type Around, type Interest } from './workspace-feed.ts'

/** Events are told of over the bus. If a message gets lost, this finds them. */
const pollSeconds = 15

/** The workspaces that somebody on this server follows. */
export type Feeds = {
  /** Call what it returns to leave. Rejects while the database is away. */
  join(workspaceId: string, interest: Interest): Promise<() => void>
  close(): void
}

export function openFeeds(bus: Bus, around: Around): Feeds {
  const feeds = new Map<string, { feed: WorkspaceFeed; stop: () => void }>()
  const wakeAll = () => feeds.forEach(({ feed }) => feed.wake())
  const stopGaps = bus.onGap(wakeAll)
  const timer = setInterval(wakeAll, pollSeconds * 1000).unref()

  function feedOf(workspaceId: string): WorkspaceFeed {
    const known = feeds.get(workspaceId)
    if (known) return known.feed
    const feed = new WorkspaceFeed(workspaceId, around)
    const stops = [
      bus.subscribe(eventsTopic(workspaceId), () => feed.wake()),
      bus.subscribe(progressTopic(workspaceId), (payload) => feed.tellProgress(payload)),
    ]
    feeds.set(workspaceId, { feed, stop: () => stops.forEach((stop) => stop()) })
    return feed
  }

  function leave(workspaceId: string, feed: WorkspaceFeed, interest: Interest): void {
    feed.leave(interest)
    const known = feeds.get(workspaceId)
    if (known?.feed !== feed || !feed.isEmpty) return
    known.stop()
    feed.close()
    feeds.delete(workspaceId)
  }

  return {
    async join(workspaceId, interest) {
      const feed = feedOf(workspaceId)
      try {
        await feed.join(interest)
      } catch (error) {
        leave(workspaceId, feed, interest)
        throw error
      }
      return () => leave(workspaceId, feed, interest)
    },
    close() {
      clearInterval(timer)
      stopGaps()
      for (const { feed, stop } of feeds.values()) {
        stop()
        feed.close()
      }
      feeds.clear()
    },
  }
}
