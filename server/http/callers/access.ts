import type { Bus } from '../../bus/bus.ts'
import { isPassing } from '../../db/passing.ts'

/** Where the bus tells that what somebody may do in a workspace has changed. */
export const accessTopic = (workspaceId: string) => `access:${workspaceId}`

/**
 * Does something that takes long, such as an upload. Whenever access to the workspace changes, on any server, `check`
 * looks again whether it may go on. If not, the signal aborts with what `check` threw. A message may get lost, so whoever
 * does this checks once more at the end.
 */
export async function whileAllowed<T>(
  bus: Bus,
  { workspaceId, check }: { workspaceId: string; check: () => Promise<unknown> },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const look = () => {
    check().catch((error: unknown) => {
      if (!isPassing(error)) ended.abort(error)
    })
  }
  const stops = [bus.subscribe(accessTopic(workspaceId), look), bus.onGap(look)]
  try {
    return await work(ended.signal)
  } finally {
    for (const stop of stops) stop()
  }
}
