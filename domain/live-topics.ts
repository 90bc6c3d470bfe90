import { may, type Action, type KeyScope, type Role } from './permissions.ts'

/** What somebody may do on a channel. Whoever may join hears broadcasts and sees who else is present. */
export type ChannelRights = { broadcast: boolean; presence: boolean }

/** Who wants to use a private channel, in the workspace they have been let into. */
export type Listener = {
  workspaceId: string
  /** The member's user, or the key. */
  userId: string
  role: Role
  /** The driver's record that a member is tied to. */
  driverId: string | null
  /** The only depots that the listener has to do with; null for all. */
  depotIds?: readonly string[] | null
  /** What an API key may do; null for everybody else. */
  scopes?: readonly KeyScope[] | null
}

/** A member whose role allows the action, the driver or member that the topic names, or whoever has the delivery's link. */
type Who = Action | 'that driver' | 'that member' | 'that recipient'

type Rule = {
  topic: RegExp
  /** Who may join. */
  read: Who[]
  /** Who may send broadcasts. Nobody may where the server speaks: listeners trust what they hear there. */
  broadcast: Who[]
  /** Who may say that they are present. */
  presence: Who[]
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Every topic that a private channel may have, and who may use it. There is no other place that decides this. */
export const liveRules = {
  workspace: {
    topic: new RegExp(`^workspace:(?<workspace>${uuid})$`),
    read: ['see_operations'],
    broadcast: [],
    presence: ['see_operations'],
  },
  positions: {
    topic: new RegExp(`^workspace:(?<workspace>${uuid}):positions(?::(?<depot>${uuid}|none))?$`),
    read: ['see_positions'],
    broadcast: [],
    presence: [],
  },
  room: {
    topic: new RegExp(`^workspace:(?<workspace>${uuid}):room:(?<name>[^:\\s]{1,100})$`),
    read: ['see_operations'],
    broadcast: ['change_deliveries', 'change_planning', 'change_fleet'],
    presence: ['see_operations'],
  },
  member: {
    topic: new RegExp(`^workspace:(?<workspace>${uuid}):member:(?<member>${uuid})$`),
    read: ['that member'],
    broadcast: [],
    presence: [],
  },
  driver: {
    topic: new RegExp(`^driver:(?<driver>${uuid})$`),
    read: ['see_positions', 'that driver'],
    broadcast: [],
    presence: [],
  },
  tracking: {
    topic: new RegExp(`^tracking:(?<delivery>${uuid})$`),
    read: ['that recipient'],
    broadcast: [],
    presence: [],
  },
} as const satisfies Record<string, Rule>

export type TopicKind = keyof typeof liveRules

/** The room of one record, where those meet who have it open. Whoever may not see the record may not join. */
export type RoomRecord = { kind: 'delivery' | 'plan'; id: string }

/** What a topic names. */
export type KnownTopic = {
  kind: TopicKind
  workspaceId: string | null
  driverId: string | null
  memberId: string | null
  deliveryId: string | null
  /** Whose drivers a topic of positions is about; `none` for those without a depot, null for all. */
  depotId: string | null
  record: RoomRecord | null
}

const roomOfRecord = new RegExp(`^(?<kind>delivery|plan)-(?<id>${uuid})$`)

function readRoom(name: string | undefined): RoomRecord | null {
  const names = roomOfRecord.exec(name ?? '')?.groups
  return names ? { kind: names.kind as RoomRecord['kind'], id: names.id! } : null
}

/** What a topic names, or undefined if private channels have no such topic. */
export function readTopic(topic: string): KnownTopic | undefined {
  for (const [kind, rule] of Object.entries(liveRules)) {
    const names = rule.topic.exec(topic)?.groups
    if (!names) continue
    const { workspace = null, driver = null, member = null, delivery = null, depot = null, name } = names
    return {
      kind: kind as TopicKind,
      workspaceId: workspace,
      driverId: driver,
      memberId: member,
      deliveryId: delivery,
      depotId: depot,
      record: readRoom(name),
    }
  }
  return undefined
}

/**
 * What a listener may do on a topic; null if not even listen.
 * @param workspaceId whose topic it is. A driver's topic does not say it, so the caller looks it up.
 */
export function rightsOn(topic: KnownTopic, workspaceId: string | null, listener: Listener): ChannelRights | null {
  if (workspaceId !== listener.workspaceId) return null
  const rule: Rule = liveRules[topic.kind]
  const isThatOne = {
    'that driver': topic.driverId !== null && topic.driverId === listener.driverId,
    'that member': topic.memberId !== null && topic.memberId === listener.userId,
    // A link has no account: `server/live/tracking/` lets in who shows it.
    'that recipient': false,
  }
  const isOneOf = (who: Who[]) =>
    who.some((each) => (each in isThatOne ? isThatOne[each as keyof typeof isThatOne] : may(listener, each as Action)))
  if (!isOneOf(rule.read)) return null
  if (topic.kind === 'positions' && !isWithinDepots(topic, listener)) return null
  return { broadcast: isOneOf(rule.broadcast), presence: isOneOf(rule.presence) }
}

/** Whoever is limited to depots hears of their drivers, and of those without a depot, who may drive for any. */
function isWithinDepots({ depotId }: KnownTopic, { depotIds }: Listener): boolean {
  if (!depotIds) return true
  return depotId === 'none' || (depotId !== null && depotIds.includes(depotId))
}
