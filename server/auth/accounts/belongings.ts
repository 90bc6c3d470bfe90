import { sql, type RawBuilder } from 'kysely'
import type { IdentityRow, ShownFactor } from '../protocol/objects.ts'

/** What belongs to an account and is shown with it. As JSON, its times are PostgreSQL's. */
export type Belongings = { identities: IdentityRow[]; factors: ShownFactor[] }

/** Two columns that fetch the belongings of a person in the same query: the oldest first. */
export const belongingsOf = (userId: RawBuilder<unknown>) => sql<Belongings>`
  (select coalesce(json_agg(i order by i.created_at, i.provider, i.id), '[]')
    from auth.identities i where i.user_id = ${userId}) as identities,
  (select coalesce(json_agg(f order by f.created_at, f.id), '[]') from (
    select id, user_id, factor_type, status, friendly_name, phone, last_challenged_at, created_at, updated_at
      from auth.factors where user_id = ${userId}) f) as factors`

/** The same rows as if they had been selected themselves. */
export const readBelongings = ({ identities, factors }: Belongings): Belongings => ({
  identities: identities.map(withInstants),
  factors: factors.map(withInstants),
})

function withInstants<T extends object>(row: T): T {
  const isTime = ([name, value]: [string, unknown]) => name.endsWith('_at') && value !== null
  const times = Object.entries(row).filter(isTime)
  return { ...row, ...Object.fromEntries(times.map(([name, at]) => [name, new Date(String(at)).toISOString()])) }
}
