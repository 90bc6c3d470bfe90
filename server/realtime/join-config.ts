import type { Binding } from './source.ts'

/** What a client asks for when it joins. Members of the wrong type count as absent. */
export type JoinConfig = {
  isPrivate: boolean
  broadcast: {
    ack: boolean
    self: boolean
    replay: unknown
    replicationReady: boolean
  }
  presence: { isEnabled: boolean; key: string }
  bindings: Binding[]
  accessToken: string | undefined
}

export function readJoinConfig(payload: unknown): JoinConfig {
  const { config, access_token: token } = object(payload)
  const { broadcast, presence, postgres_changes: changes, private: isPrivate } = object(config)
  const { ack, self, replay, replication_ready: replicationReady } = object(broadcast)
  const { key, enabled } = object(presence)
  return {
    isPrivate: flag(isPrivate),
    broadcast: { ack: flag(ack), self: flag(self), replay, replicationReady: flag(replicationReady) },
    presence: { isEnabled: flag(enabled), key: text(key) ?? '' },
    bindings: Array.isArray(changes) ? changes.map(readBinding) : [],
    accessToken: text(token),
  }
}

/** Whether it is a token at all, rather than a key that the client sends in its place. */
export const isToken = (token: string | undefined): token is string =>
  token !== undefined && token !== '' && !token.startsWith('sb_')

function readBinding(value: unknown): Binding {
  const { event, schema, table, filter, select } = object(value)
  const members = { event: text(event), schema: text(schema), table: text(table), filter: text(filter) }
  const given = Object.entries(members).filter(([, member]) => member !== undefined)
  const columns = Array.isArray(select) && select.every((column) => typeof column === 'string') && select
  return { ...(Object.fromEntries(given) as Binding), ...(columns && { select: columns }) }
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
/** Some clients send booleans as text. */
const flag = (value: unknown) => value === true || value === 'true'

export const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
