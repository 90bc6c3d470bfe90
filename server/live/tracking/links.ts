import type { KnownTopic } from '#domain/live-topics.ts'
import { again } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { findTrackedWorkspaces } from '../../http/callers/recipient.ts'
import type { ShownToken } from '../../http/tracking-token.ts'
import { together } from '../../queue/together.ts'
import type { RealtimeCaller } from '../../realtime/callers.ts'
import type { Parts } from '../people.ts'

/** So many links are looked up at once. */
const mostTogether = 500

/** Who may follow a tracking page: whoever shows the token of that delivery, as long as it opens the page. */
export type Links = {
  /** Whether the caller may listen. Rejects while the database is away. */
  admit(caller: RealtimeCaller, topic: KnownTopic): Promise<boolean>
  /** Where the delivery is of a caller who was admitted. */
  workspaceOf(caller: RealtimeCaller): string | undefined
}

/** Links that are shown at the same time are looked up together: after a restart, everybody comes back at once. */
export function openLinks(parts: Parts & Pick<Deps, 'trackingKey'>): Links {
  const admitted = new WeakMap<RealtimeCaller, string>()
  const find = together((links: ShownToken[]) => parts.lane(() => again(() => findTrackedWorkspaces(parts, links))), {
    most: mostTogether,
    sizeOf: () => 1,
  })
  return {
    async admit(caller, { deliveryId }) {
      if (caller.kind !== 'recipient' || caller.link.id !== deliveryId) return false
      const workspaceId = await find(caller.link)
      if (workspaceId === undefined) return false
      admitted.set(caller, workspaceId)
      return true
    },
    workspaceOf: (caller) => admitted.get(caller),
  }
}
