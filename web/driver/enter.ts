import type { DriverDay } from '#domain/schema/driver-day.ts'
import { Road } from './road/road.ts'
import { keep, openDatabase, read } from './store/database.ts'
import { ApiError, openApi, paths } from './sync/api.ts'
import { storedUserId } from './sync/session.ts'

/** Why the app does not open its day. */
export type Gate =
  | { kind: 'insecure' }
  | { kind: 'old'; missing: string[] }
  | { kind: 'signed-out' }
  | { kind: 'not-driver' }
  | { kind: 'first-offline' }

const key = 'karta-driver.workspaces'

/** The workspace in which each driver of this phone works, by user. */
export function knownWorkspaces(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}

function rememberWorkspace(userId: string, workspaceId: string): void {
  localStorage.setItem(key, JSON.stringify({ ...knownWorkspaces(), [userId]: workspaceId }))
}

/** What the app cannot do without, and this browser does not have. */
function missingParts(): string[] {
  const parts: Record<string, unknown> = {
    IndexedDB: globalThis.indexedDB,
    'Web Crypto': globalThis.crypto?.subtle,
    'Web Locks': navigator.locks,
  }
  return Object.keys(parts).filter((name) => !parts[name])
}

/** Opens the work of whoever is signed in on this phone: from the phone alone, if it was opened before. */
export async function enter(now: () => number): Promise<Road | Gate> {
  if (!globalThis.isSecureContext) return { kind: 'insecure' }
  const missing = missingParts()
  if (missing.length > 0) return { kind: 'old', missing }
  const userId = storedUserId()
  if (!userId) return { kind: 'signed-out' }
  const asked = new URLSearchParams(window.location.search).get('workspace') ?? undefined
  const known = asked ?? knownWorkspaces()[userId]
  if (known) {
    const db = await openDatabase(userId, known)
    if (await read(db, 'day')) {
      rememberWorkspace(userId, known)
      return new Road(db, openApi(userId, known, now), now)
    }
    db.close()
  }
  return enterFirst(userId, known, now)
}

/** The first time, the server says who this is and where they work. */
async function enterFirst(userId: string, workspaceId: string | undefined, now: () => number): Promise<Road | Gate> {
  try {
    const reply = await openApi(userId, workspaceId, now).call<DriverDay>(paths.getDriverDay)
    const { id } = reply.body.workspace
    rememberWorkspace(userId, id)
    const db = await openDatabase(userId, id)
    await keep(db, 'day', { day: reply.body, etag: reply.etag, read_at: now() })
    // Otherwise the browser may delete it all when the phone runs out of space.
    await navigator.storage?.persist?.().catch(() => false)
    return new Road(db, openApi(userId, id, now), now)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return { kind: 'signed-out' }
    return error.status === 403 || error.code === 'no_driver_record'
      ? { kind: 'not-driver' }
      : { kind: 'first-offline' }
  }
}
