import { sql } from 'kysely'
import type { DeliveryState } from '#domain/delivery-state.ts'
import { AppError } from '#domain/errors.ts'
import { linkEnd } from '#domain/tracking/link-end.ts'
import { inOneStatement, inTransaction, setWorkspace, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { readTrackingToken, type ShownToken } from '../tracking-token.ts'
import type { Caller } from './caller.ts'

/** Whoever has the link to a delivery's tracking page. Nobody knows who that is. */
export type Recipient = {
  role: 'recipient'
  workspaceId: string
  deliveryId: string
  userId: null
  /** How histories name them. */
  name: string
  /** Until when the link works; null while the delivery is on its way. */
  linkEndsAt: string | null
}

/** How histories and the audit log name whoever has the link. */
const recipientName = 'Recipient'

/**
 * Recipients show the token of a tracking page, as `:token` in the address. Their transaction sees that delivery, what the
 * workspace shows all recipients, and nothing else.
 */
export function recipient(): Caller<Recipient> {
  return {
    async admit({ deps, request }) {
      const shown = readTrackingToken((request.params as { token: string }).token)
      return { whose: `recipient ${shown.id}`, enter: (trx) => enterTracking(trx, deps, shown) }
    },
    inTransaction,
  }
}

type Row = {
  workspace_id: string
  tracking_generation: number
  status: DeliveryState
  status_at: string | null
  updated_at: string
  link_days: number
}

/**
 * Makes a delivery all that the transaction sees, if the token is its own and has not ended. Each refusal is the same, after
 * the same work.
 * @throws AppError `tracking_link_ended`
 */
export async function enterTracking(
  trx: Trx,
  { trackingKey, now }: Keyed,
  { id, isOf }: ShownToken,
): Promise<Recipient> {
  const { rows } = await sql<Row>`select * from find_tracked(${id})`.execute(trx)
  const row = rows[0]
  if (!opens({ trackingKey, now }, isOf, row)) throw new AppError('tracking_link_ended')
  await setWorkspace(trx, row.workspace_id, { role: 'recipient', delivery: id })
  return {
    role: 'recipient',
    workspaceId: row.workspace_id,
    deliveryId: id,
    userId: null,
    name: recipientName,
    linkEndsAt: linkEnd(row, row.link_days),
  }
}

type Keyed = Pick<Deps, 'trackingKey' | 'now'>

/** Whether a token is that delivery's own, and has not ended. */
function opens({ trackingKey, now }: Keyed, isOf: ShownToken['isOf'], row: Row | undefined): row is Row {
  const isRight = isOf(trackingKey, row?.tracking_generation ?? 0)
  const endsAt = row ? linkEnd(row, row.link_days) : null
  const isOver = endsAt !== null && Date.parse(endsAt) <= now().getTime()
  return row !== undefined && isRight && !isOver
}

/** The workspaces of the deliveries that tokens open, in their order; undefined where one opens nothing. */
export async function findTrackedWorkspaces(
  deps: Keyed & Pick<Deps, 'db'>,
  tokens: ShownToken[],
): Promise<(string | undefined)[]> {
  const ids = tokens.map(({ id }) => id)
  const { rows } = await sql<Row & { wanted: string }>`
    select wanted, f.* from unnest(${[...new Set(ids)]}::uuid[]) as wanted, find_tracked(wanted) f`.execute(
    inOneStatement(deps.db),
  )
  const found = new Map(rows.map((row) => [row.wanted, row]))
  return tokens.map(({ id, isOf }) => {
    const row = found.get(id)
    return opens(deps, isOf, row) ? row.workspace_id : undefined
  })
}
