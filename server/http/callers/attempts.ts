import { sql } from 'kysely'
import { AppError, errors, type ErrorCode } from '#domain/errors.ts'
import { noteAudit, noteOrigin, type Noted } from '../../audit/note.ts'
import type { AuditOrigin } from '../../audit/draft.ts'
import { inWorkspace, type Db, type Trx } from '../../db/connect.ts'

/** Who came, and what the audit log shall say about it: sessions that begin, and attempts that were refused. */
export type Attempts = {
  /** A session works in a workspace. Its first time there is an entry. */
  began(visit: Visit): void
  /** Somebody tried what they may not do. Many attempts of a kind are one entry with their number. */
  refused(attempt: Attempt): void
  /** Writes down what is new. */
  flush(now: Date): Promise<void>
}

type Visit = { who: Noted; sessionId: string; hasSecondFactor: boolean; origin: AuditOrigin | undefined; at: Date }
type Attempt = Refused & { code: ErrorCode; method: string; path: string; origin: AuditOrigin; at: Date }

/** Whom a refusal concerns. Somebody who names a workspace that they never belonged to concerns nobody there. */
export type Refused = { who: Noted; onlyIfKnown?: boolean }

const concerned = new WeakMap<Error, Refused>()

/** Says whom a refusal concerns, where it is known: the error itself must not tell the caller. */
export function refusalOf(error: AppError, refused: Refused): AppError {
  concerned.set(error, refused)
  return error
}

/** The refusals that a workspace wants to know of. A second factor that is still to come is part of signing in. */
const alsoNoted: ErrorCode[] = ['api_key_revoked', 'api_key_expired', 'api_key_rotated', 'quota_exceeded']

/** Whom an error concerns, if it is a refusal that is noted. */
export function noticeOf(error: unknown, caller: Noted | undefined): (Refused & { code: ErrorCode }) | undefined {
  if (!(error instanceof AppError)) return undefined
  const { code } = error
  const isNoted = alsoNoted.includes(code) || (errors[code].status === 403 && code !== 'second_factor_required')
  const refused = concerned.get(error) ?? (caller && { who: caller })
  return isNoted && refused ? { ...refused, code } : undefined
}

type Kept = Attempt & { times: number; since: Date; writtenAt: Date | undefined }

const mostKept = 2000
const mostOfWorkspace = 100
/** One attempt is written at once, and how many more came after so long. */
const togetherMs = 10 * 60_000
const mostVisits = 10_000

/**
 * Remembers in this process and writes now and then, so that a refusal costs no statement. A crash loses the last seconds.
 * Whoever tries many things at once fills no more than a few rows: beyond that, only their number is kept.
 */
export function openAttempts(db: Db): Attempts {
  const kept = new Map<string, Kept>()
  const perWorkspace = new Map<string, number>()
  const visits = new Map<string, Visit | undefined>()

  function keep(attempt: Attempt): void {
    const { who, code, method, path, at } = attempt
    const name = [who.workspaceId, who.userId, code, method, path].join(' ')
    const known = kept.get(name)
    if (known) {
      if (!known.times) known.since = at
      Object.assign(known, { times: known.times + 1, at })
      return
    }
    const count = perWorkspace.get(who.workspaceId) ?? 0
    if (kept.size >= mostKept || count >= mostOfWorkspace) {
      if (path !== many) keep({ ...attempt, method: many, path: many, who: { ...who, userId: null, name: 'Karta' } })
      else if (kept.size < 2 * mostKept) add(name, attempt, count)
      return
    }
    add(name, attempt, count)
  }

  function add(name: string, attempt: Attempt, count: number): void {
    perWorkspace.set(attempt.who.workspaceId, count + 1)
    kept.set(name, { ...attempt, times: 1, since: attempt.at, writtenAt: undefined })
  }

  function forget(name: string, { who }: Kept): void {
    kept.delete(name)
    const left = perWorkspace.get(who.workspaceId)! - 1
    if (left) perWorkspace.set(who.workspaceId, left)
    else perWorkspace.delete(who.workspaceId)
  }

  async function flushAttempts(now: Date): Promise<void> {
    for (const [name, each] of kept) {
      const isRecent = each.writtenAt && now.getTime() - each.writtenAt.getTime() < togetherMs
      if (isRecent) continue
      if (!each.times) {
        forget(name, each)
        continue
      }
      const told = { ...each }
      Object.assign(each, { times: 0, writtenAt: now })
      await writeAttempt(db, told)
    }
  }

  async function flushVisits(): Promise<void> {
    for (const [name, visit] of visits) {
      if (!visit) continue
      visits.set(name, undefined)
      await writeVisit(db, visit)
    }
  }

  return {
    began(visit) {
      const name = `${visit.sessionId} ${visit.who.workspaceId}`
      if (visits.has(name)) return
      if (visits.size >= mostVisits) visits.delete(visits.keys().next().value!)
      visits.set(name, visit)
    },
    refused: keep,
    async flush(now) {
      await flushVisits()
      await flushAttempts(now)
    },
  }
}

/** In place of what was tried, when it was too much to keep apart. */
const many = 'many'

function writeAttempt(db: Db, attempt: Kept): Promise<void> {
  const { who, code, method, path, times, since, at, origin, onlyIfKnown } = attempt
  return inWorkspace(db, who.workspaceId, async (trx) => {
    const earlier = onlyIfKnown ? await nameThere(trx, who) : who.name
    if (earlier === undefined) return
    noteOrigin(trx, origin)
    const until = times > 1 ? { first_at: since.toISOString() } : {}
    noteAudit(
      trx,
      { ...who, name: earlier || who.name },
      { action: 'access.refused', detail: { code, method, path, times, ...until } },
      at,
    )
  })
}

/** The name of somebody when they last did something in the workspace; undefined if they never did. */
async function nameThere(trx: Trx, { workspaceId, userId }: Noted): Promise<string | undefined> {
  const found = await trx
    .selectFrom('audit_entries')
    .select('opened')
    .where('workspace_id', '=', workspaceId)
    .where('actor_id', '=', userId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const actor = found?.opened.actor?.value as { name: string } | undefined
  return found && (actor?.name ?? '')
}

function writeVisit(db: Db, { who, sessionId, hasSecondFactor, origin, at }: Visit): Promise<void> {
  return inWorkspace(db, who.workspaceId, async (trx) => {
    const { rows } = await sql`
      insert into audit_visits (workspace_id, session_id) select ${who.workspaceId}, ${sessionId}
      where exists (select from workspaces) on conflict do nothing returning 1 as added`.execute(trx)
    if (!rows.length) return
    if (origin) noteOrigin(trx, origin)
    noteAudit(trx, who, { action: 'session.began', detail: { second_factor: hasSecondFactor } }, at)
  })
}
