import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** How often each of these fixes is in the database: those that are not there once are what must never happen. */
export async function countFixes(
  owner: pg.Pool,
  file: string,
): Promise<{ acknowledged: number; missing: number; twice: number; kept: number }> {
  // A phone that was late may have made two fixes at the same millisecond, which are one.
  const rows = [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))]
  const people = rows.map((row) => row.slice(0, 36))
  const times = rows.map((row) => row.slice(37))
  const { rows: found } = await owner.query<{ missing: number; twice: number; kept: number }>(
    `with acknowledged as (select * from unnest($1::uuid[], $2::timestamptz[]) as a (user_id, at)),
      counted as (select a.user_id, a.at, count(p.*) as times
        from acknowledged a
        join drivers d on d.user_id = a.user_id
        left join positions p on p.workspace_id = d.workspace_id and p.driver_id = d.id and p.recorded_at = a.at
        group by 1, 2)
      select (select count(*) from acknowledged)::int - count(*) filter (where times > 0)::int as missing,
        count(*) filter (where times > 1)::int as twice, (select count(*) from positions)::int as kept from counted`,
    [people, times],
  )
  return { acknowledged: rows.length, ...found[0]! }
}
