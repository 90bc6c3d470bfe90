import { isUuid } from '#domain/schema/uuid.ts'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { likePattern, readPage, type Query } from './paging.ts'

/**
 * A page of the sign-in service's log, newest first. `query` is `action:login`, `author:ann@`, `user:<id>`, or text to
 * find in action or author.
 * @throws AuthError `validation_failed`
 */
export async function readAuditLog({ db }: Deps, query: Query) {
  const page = readPage(query)
  const wanted = readWanted(query.query)
  return inAuthScope(db, async (trx) => {
    const { total } = await matching(trx, wanted)
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const rows = await matching(trx, wanted)
      .selectAll('a')
      .select('u.email')
      .orderBy('a.at', 'desc')
      .orderBy('a.id')
      .limit(page.perPage)
      .offset(page.offset)
      .execute()
    const entries = rows.map((row) => ({
      id: row.id,
      payload: {
        action: row.action,
        actor_id: row.actor_id,
        actor_username: row.actor ?? row.email ?? '',
        user_id: row.user_id,
        traits: row.detail,
        user_agent: row.user_agent,
      },
      created_at: row.at,
      ip_address: row.ip ?? '',
    }))
    return { entries, total, page }
  })
}

type Wanted = { scope: 'action' | 'author' | 'user' | 'any'; text: string }

function readWanted(raw: unknown): Wanted | undefined {
  if (typeof raw !== 'string' || raw === '') return undefined
  const [, scope, text] = /^(action|author|user):(.*)$/s.exec(raw) ?? []
  return scope ? { scope: scope as Wanted['scope'], text: text! } : { scope: 'any', text: raw }
}

/** The entries with the people they are about. Administrators are named in the entries themselves. */
function matching(trx: Trx, wanted: Wanted | undefined) {
  const entries = trx.selectFrom('auth.audit_entries as a').leftJoin('auth.users as u', 'u.id', 'a.actor_id')
  if (!wanted) return entries
  const { scope, text } = wanted
  const pattern = likePattern(text) ?? '%'
  if (scope === 'user') return entries.where('a.user_id', '=', isUuid(text) ? text : null)
  return entries.where((where) =>
    where.or([
      ...(scope === 'author' ? [] : [where('a.action', 'like', pattern)]),
      ...(scope === 'action' ? [] : [where('a.actor', 'ilike', pattern), where('u.email', 'ilike', pattern)]),
    ]),
  )
}
