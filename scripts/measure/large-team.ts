import { createHash } from 'node:crypto'
import type pg from 'pg'

type Team = { workspaceId: string; members: number; entries: number; say: (line: string) => void }

const entriesAtOnce = 500_000
const records = 200_000

/** The same id for the same number, in JavaScript and in SQL. */
function idOf(kind: string, number: number): string {
  const hex = createHash('md5').update(`${kind} ${number}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-')
}
const idIn = (kind: string, number: string) =>
  `overlay(overlay(md5('${kind} ' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`

/**
 * Adds members with their accounts, and entries of a year to the audit log: what they look like when people and keys work,
 * without hashes that follow from each other.
 */
export async function fillTeam(owner: pg.Pool, { workspaceId, members, entries, say }: Team) {
  const newest = new Date('2026-11-01T00:00:00Z')
  const oldest = new Date(newest.getTime() - 365 * 86_400_000)
  await owner.query(
    `insert into auth.users (id, email) select ${idIn('member', 'n')}, 'member' || n || '@example.com'
      from generate_series(1, $1::int) n`,
    [members - 1],
  )
  await owner.query(
    `insert into members (workspace_id, user_id, role, name)
      select $1, ${idIn('member', 'n')}, (array['dispatcher', 'driver', 'driver', 'viewer'])[n % 4 + 1], 'Member ' || n
      from generate_series(1, $2::int) n`,
    [workspaceId, members - 1],
  )
  const { rows: indexes } = await owner.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
      where schemaname = 'public' and tablename = 'audit_entries' and indexname not like '%_pkey'`,
  )
  for (const { indexname } of indexes) await owner.query(`drop index ${indexname}`)
  for (let from = 1; from <= entries; from += entriesAtOnce) {
    const to = Math.min(from + entriesAtOnce - 1, entries)
    await owner.query(`set synchronous_commit = off`)
    await owner.query(insertion, [workspaceId, from, to, entries, oldest, newest, members - 1, records])
    say(`${to.toLocaleString('en')} entries`)
  }
  await owner.query(`set maintenance_work_mem = '1GB'`)
  for (const { indexdef } of indexes) await owner.query(indexdef)
  await owner.query(
    `insert into audit_heads (workspace_id, length, hash) values ($1, $2, repeat('0', 64))
      on conflict (workspace_id) do update set length = excluded.length, hash = excluded.hash`,
    [workspaceId, entries],
  )
  return {
    oldest,
    newest,
    userIds: Array.from({ length: members - 1 }, (_, index) => idOf('member', index + 1)),
    recordIds: Array.from({ length: 1000 }, (_, index) => idOf('delivery', index * 7)),
  }
}

/** Every hundredth entry is about twenty records, and one in a hundred thousand revokes a key. */
const insertion = `
  insert into audit_entries (workspace_id, number, at, action, actor_kind, actor_id, record_kind, record_id, record_ids,
    changes, detail, request_id, sealed, opened, hash)
  select $1, n, $5::timestamptz + ($6::timestamptz - $5::timestamptz) * (n::float8 / $4), action,
    case when n % 50 = 0 then 'system' else 'member' end, case when n % 50 <> 0 then actor end,
    case when action like 'session%' then null else split_part(action, '.', 1) end,
    case when action not like 'session%' and n % 100 <> 7 then ${idIn('delivery', 'n % $8')} end,
    case when n % 100 = 7 then (select array_agg(${idIn('delivery', '(n + i) % $8')}) from generate_series(1, 20) i) end,
    '{"status": {"from": "pending", "to": "planned"}}', '{}', md5(n::text)::uuid::text,
    jsonb_build_object('actor', md5('a' || n) || md5('b' || n), 'origin', md5('c' || n) || md5('d' || n)),
    jsonb_build_object(
      'actor', jsonb_build_object('salt', md5('s' || n), 'value', jsonb_build_object('id', actor, 'name', 'Member ' || n % $7 + 1)),
      'origin', jsonb_build_object('salt', md5('t' || n), 'value',
        jsonb_build_object('ip', '203.0.113.' || n % 256, 'user_agent', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'))),
    md5('e' || n) || md5('f' || n)
  from generate_series($2::int, $3::int) n
  cross join lateral (select ${idIn('member', '(n::bigint * 7919 % $7 + 1)')} as actor,
    case when n % 100000 = 3 then 'api_key.revoked'
      else (array['delivery.updated', 'delivery.updated', 'delivery.status_changed', 'delivery.status_changed',
        'delivery.created', 'plan.approved', 'plan.dispatched', 'session.began', 'member.updated', 'address.updated'])[n % 10 + 1]
    end as action) of`
