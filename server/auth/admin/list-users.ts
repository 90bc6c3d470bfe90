import { sql } from 'kysely'
import { inAuthScope, type Trx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { describeUsers } from '../accounts/users.ts'
import { AuthError } from '../protocol/errors.ts'
import type { UserRow } from '../protocol/objects.ts'
import { likePattern, readPage, type Page, type Query } from './paging.ts'

const sortable = ['created_at', 'updated_at', 'last_sign_in_at', 'email', 'phone', 'id'] as const
type Sort = { column: (typeof sortable)[number]; direction: 'asc' | 'desc' }

/**
 * A page of all users, including softly deleted ones, newest first by default.
 * @throws AuthError `validation_failed`
 */
export async function listUsers({ db }: Deps, query: Query) {
  const page = readPage(query)
  const sorts = readSort(query.sort)
  const pattern = likePattern(query.filter)
  return inAuthScope(db, async (trx) => {
    const { total } = await matching(trx, pattern)
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return { users: await describeUsers(trx, await readUsers(trx, { page, sorts, pattern })), total, page }
  })
}

function matching(trx: Trx, pattern: string | undefined) {
  return trx
    .selectFrom('auth.users')
    .$if(pattern !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('email', 'ilike', pattern!),
          where('phone', 'like', pattern!),
          where(sql<string>`user_metadata->>'full_name'`, 'ilike', pattern!),
        ]),
      ),
    )
}

type Wanted = { page: Page; sorts: Sort[]; pattern: string | undefined }

function readUsers(trx: Trx, { page, sorts, pattern }: Wanted): Promise<UserRow[]> {
  let query = matching(trx, pattern).selectAll()
  for (const { column, direction } of sorts) {
    query = query.orderBy(column, (order) => (direction === 'asc' ? order.asc() : order.desc().nullsLast()))
  }
  return query.orderBy('id').limit(page.perPage).offset(page.offset).execute()
}

/** `created_at desc`, or several of these separated by commas. */
function readSort(raw: unknown): Sort[] {
  if (raw === undefined || raw === '') return [{ column: 'created_at', direction: 'desc' }]
  return String(raw)
    .split(',')
    .map((each) => {
      const [, name = '', direction = 'asc'] = /^\s*(\w+)(?:[\s+]+(asc|desc))?\s*$/i.exec(each) ?? []
      const column = sortable.find((known) => known === name)
      if (!column) {
        throw new AuthError('validation_failed', `Bad Sort Parameters: sort by one of ${sortable.join(', ')}`)
      }
      return { column, direction: direction.toLowerCase() as Sort['direction'] }
    })
}
