import { sql } from 'kysely'
import type { Present } from '#domain/live.ts'
import { readTopic, rightsOn, type KnownTopic } from '#domain/live-topics.ts'
import { inOneStatement, type Trx } from '../db/connect.ts'
import { includesFeature } from '../db/tiers.ts'
import type { WorkspaceActor } from '../http/callers/wire.ts'
import type { RealtimeCaller } from '../realtime/callers.ts'
import { allRights, noRights, type AuthorizeChannel, type ChannelRights } from '../realtime/rules.ts'
import type { Links } from './tracking/links.ts'
import { asCaller, type Parts } from './people.ts'

/** Who a caller is in the workspace of a topic, and what the caller may do there. */
export type Place = { actor: WorkspaceActor; rights: ChannelRights }

/** Who may use which private channel, by the table in `domain/live-topics.ts`. Public channels are nobody's. */
export type Places = {
  authorize: AuthorizeChannel
  /** Undefined if the caller may not read the topic. What was found to let the caller in counts once more. */
  find(caller: RealtimeCaller, topic: KnownTopic): Promise<Place | undefined>
}

/** Whoever has the link to a tracking page hears it, and does nothing else there. */
const listening: ChannelRights = { ...noRights, mayRead: true }

export function openPlaces(parts: Parts, links: Links): Places {
  const found = new WeakMap<RealtimeCaller, Map<string, Place>>()
  const idOf = ({ kind, workspaceId, driverId, memberId, depotId, record }: KnownTopic) =>
    [kind, workspaceId, driverId, memberId, depotId, record?.kind, record?.id].join(' ')
  return {
    async authorize({ caller, topic, isPrivate }) {
      if (!isPrivate) return allRights
      const known = readTopic(topic)
      if (known?.kind === 'tracking') return (await links.admit(caller, known)) ? listening : noRights
      const place = known && (await findPlace(parts, caller, known))
      if (!place) return noRights
      found.set(caller, (found.get(caller) ?? new Map<string, Place>()).set(idOf(known), place))
      return place.rights
    },
    async find(caller, topic) {
      const known = found.get(caller)?.get(idOf(topic))
      found.get(caller)?.delete(idOf(topic))
      return known ?? findPlace(parts, caller, topic)
    },
  }
}

async function findPlace(parts: Parts, caller: RealtimeCaller, topic: KnownTopic): Promise<Place | undefined> {
  if (topic.workspaceId !== null) {
    return asCaller(parts, caller, topic.workspaceId, async (trx, actor) => {
      const place = placeOf(topic, topic.workspaceId, actor)
      if (!place || !(await seesRecord(trx, topic))) return undefined
      return (await isInTier(trx, topic, actor, parts.now())) ? place : undefined
    })
  }
  // A driver's topic does not say the workspace: it is one of the caller's.
  for (const workspaceId of await workspacesOf(parts, caller)) {
    const place = await asCaller(parts, caller, workspaceId, async (trx, actor) =>
      placeOf(topic, (await hasDriver(trx, topic.driverId!)) ? actor.workspaceId : null, actor),
    )
    if (place) return place
  }
  return undefined
}

function placeOf(topic: KnownTopic, workspaceId: string | null, actor: WorkspaceActor): Place | undefined {
  const rights = rightsOn(topic, workspaceId, actor)
  if (!rights) return undefined
  return {
    actor,
    rights: {
      mayRead: true,
      mayWriteBroadcast: rights.broadcast,
      mayWritePresence: rights.presence,
      ...(actor.kind !== 'operator' && {
        shownWith: { who: { id: actor.userId, name: actor.name } } satisfies Present,
      }),
    },
  }
}

/** Whether the transaction's caller sees the record whose room it is, so that only those meet there. */
async function seesRecord(trx: Trx, { record }: KnownTopic): Promise<boolean> {
  if (!record) return true
  const table = record.kind === 'delivery' ? 'deliveries' : 'plans'
  const found = await trx.selectFrom(table).select('id').where('id', '=', record.id).executeTakeFirst()
  return found !== undefined
}

/** Whether the workspace's tier tells where all drivers are. Operators hear it in any case. */
async function isInTier(trx: Trx, { kind }: KnownTopic, actor: WorkspaceActor, now: Date): Promise<boolean> {
  if (kind !== 'positions' || actor.kind === 'operator') return true
  return includesFeature(trx, actor.workspaceId, 'real_time_tracking', now)
}

async function hasDriver(trx: Trx, driverId: string): Promise<boolean> {
  const found = await trx.selectFrom('drivers').select('id').where('id', '=', driverId).executeTakeFirst()
  return found !== undefined
}

async function workspacesOf({ db, lane }: Parts, caller: RealtimeCaller): Promise<string[]> {
  if (caller.kind === 'key') return [caller.workspaceId]
  if (caller.kind !== 'member') return []
  const { rows } = await lane(() =>
    sql<{ workspace_id: string }>`select workspace_id from workspaces_of(${caller.userId})`.execute(inOneStatement(db)),
  )
  return rows.map(({ workspace_id }) => workspace_id)
}
