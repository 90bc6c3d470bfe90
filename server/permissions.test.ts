import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allEndpoints } from '#domain/api/all.ts'
import type { Endpoint } from '#domain/api/endpoint.ts'
import { liveRules } from '#domain/live-topics.ts'
import { liveTopic } from '#domain/live.ts'
import { catalogueOf } from './db/api/read-catalogue.ts'
import { openPool, type Db } from './db/connect.ts'
import { fileObjects, refusedDeeds, type ObjectDeed } from './testing/permissions/objects.ts'
import { isLetIn, isWellFormed, makeCallers, refusalOf, type Caller } from './testing/permissions/callers.ts'
import { fingerprint, makeRecords, marker } from './testing/permissions/ours.ts'
import {
  bodies,
  bucketRows,
  endpointRows,
  functionRows,
  managingRows,
  rpcRows,
  topicRows,
  viewRows,
  type Row,
} from './testing/permissions/table.ts'
import { openLane } from './live/lane.ts'
import { openPlaces } from './live/rules.ts'
import { openLinks } from './live/tracking/links.ts'
import { credentialReader } from './realtime/credentials.ts'
import { methodsOf } from './rest/write/writer.ts'
import { grants, productBuckets } from './storage/rules.ts'
import { rig } from './testing/rig.ts'
import { testApp } from './testing/test-app.ts'
import { dataWriters } from './writers/writers.ts'

const testing = await testApp()
const { app, deps, databaseUrl, makeMember } = testing
const owner = await makeMember()
const { workspaceId } = owner
const records = await makeRecords(deps.db, owner)
const callers = await makeCallers(testing, workspaceId, owner)
const byName = callers.map((caller) => [caller.who, caller] as const)
const nowhere = '00000000-0000-4000-8000-000000000000'

const pool = openPool(databaseUrl, { max: 1, onError: () => {} })
const superuser = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }) as Db
afterAll(() => superuser.destroy())
const before = await fingerprint(superuser, workspaceId)

const headersOf = ({ token, headers }: Caller) => ({ ...headers, ...(token && { authorization: `Bearer ${token}` }) })

/** As many calls at the same time as one workspace may hold connections. */
async function inFours<T>(items: readonly T[], call: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += 4) await Promise.all(items.slice(at, at + 4).map(call))
}

/** The endpoint's address, with records of a workspace in it. */
function urlOf({ path }: Endpoint, idOf: (kind: string) => string): string {
  return path
    .replace(/([\w-]+)\/:id/, (_, kind: string) => `${kind}/${idOf(kind)}`)
    .replace(/:\w+_id/g, nowhere)
    .replace(/:\w+/g, 'wix')
}
const ourId = (kind: string) => records[kind] ?? nowhere

const knownSurfaces: [string, string[], Record<string, unknown>][] = [
  ['endpoint', allEndpoints.map(({ id }) => id), endpointRows],
  ['view', [...(await catalogueOf(deps.db)).relations.keys()], viewRows],
  ['function of /rest/v1/rpc', [...(await catalogueOf(deps.db)).functions.keys()], rpcRows],
  ['function of /functions/v1', functionNames(), functionRows],
  ['topic', Object.keys(liveRules), topicRows],
  ['bucket', [...Object.keys(productBuckets), ...grants.flatMap(({ bucket }) => bucket ?? []), 'other'], bucketRows],
]

function functionNames(): string[] {
  const urls = testing.routes.flatMap(({ url }) => /^\/functions\/v1\/([^/*]+)$/.exec(url)?.[1] ?? [])
  return [...new Set(urls)]
}

test.each(knownSurfaces)('every %s has a row that says who may use it', (what, names, rows) => {
  for (const name of names) {
    expect(rows, `Say in server/testing/permissions/table.ts who may use the ${what} ${name}.`).toHaveProperty([name])
  }
  const gone = Object.keys(rows).filter((name) => !names.includes(name))
  expect(gone, `Remove these rows from server/testing/permissions/table.ts: there is no such ${what}.`).toEqual([])
})

test('every row is written as it should be', () => {
  const all = JSON.stringify([endpointRows, viewRows, rpcRows, functionRows, topicRows, bucketRows, managingRows])
  const rows = [...all.matchAll(/"([a-z-]{6} [A-Z-]{4,})"/g)].map(([, row]) => row as Row)
  expect(rows.length).toBeGreaterThan(allEndpoints.length)
  expect(rows.filter((row) => !isWellFormed(row))).toEqual([])
})

test('every endpoint with an id has a record here to name', () => {
  const kinds = allEndpoints.flatMap(({ path }) => /([\w-]+)\/:id/.exec(path)?.[1] ?? [])
  // Sessions are a person's, whatever the workspace.
  for (const kind of kinds.filter((each) => each !== 'sessions')) {
    expect(records, `Add a record of ${kind} to makeRecords in server/testing/permissions/ours.ts.`).toHaveProperty([
      kind,
    ])
  }
})

test.each(byName)('%s may call the endpoints that the table says, and no others', async (_who, caller) => {
  const wrong: string[] = []
  await inFours(allEndpoints, async (endpoint) => {
    const row = endpointRows[endpoint.id]
    if (!row) return
    const isIn = isLetIn(row, caller)
    // Nothing happens to whoever is let in: the query is wrong, which is found out right after that.
    const url = urlOf(endpoint, ourId) + (isIn ? '?no_such_field=1' : '')
    const payload = endpoint.method === 'GET' ? undefined : (bodies[endpoint.id]?.(ourId) ?? {})
    const reply = await app.inject({ method: endpoint.method, url, headers: headersOf(caller), payload })
    const expected = isIn ? { status: 400, code: 'validation_failed' } : refusalOf(row, caller)
    const got = { status: reply.statusCode, code: codeOf(reply.body) }
    if (got.status === expected.status && got.code === expected.code) return
    wrong.push(`${endpoint.id} (${row}): expected ${expected.status} ${expected.code}, got ${got.status} ${got.code}`)
  })
  expect(wrong).toEqual([])
})

const writers = dataWriters(deps)
const statusOf = async (
  caller: Caller,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) => {
  const reply = await app.inject({ method, url, headers: headersOf(caller), payload })
  return { status: reply.statusCode, code: codeOf(reply.body) }
}
const isRefusal = ({ status }: { status: number }) => status === 401 || status === 403

test.each(byName)('%s reads and writes the views that the table says, and no others', async (_who, caller) => {
  const wrong: string[] = []
  await inFours(Object.entries(viewRows), async ([view, { read, write }]) => {
    const url = `/rest/v1/${view}`
    const got = await statusOf(caller, 'GET', url)
    const isRight = isLetIn(read, caller) ? got.status === 200 : isRefusedByRest(got, caller)
    if (!isRight) wrong.push(`reading ${view} (${read}): got ${got.status} ${got.code}`)
    const can = methodsOf(writers[view])
    for (const method of write ? (['POST', 'PATCH', 'PUT', 'DELETE'] as const) : (['POST'] as const)) {
      const key = view === 'members' ? 'user_id' : view === 'integrations' ? 'platform' : 'id'
      const filter = method === 'PATCH' || method === 'DELETE' ? `?${key}=eq.${nowhere}` : ''
      const change = await statusOf(
        caller,
        method,
        url + filter,
        method === 'DELETE' ? undefined : { no_such_column: 1 },
      )
      const isChanging = write !== undefined && can[method] !== undefined
      const isFine = !isChanging
        ? [401, 403, 405].includes(change.status)
        : isLetIn(write, caller)
          ? !isRefusal(change)
          : isRefusedByRest(change, caller)
      if (!isFine) wrong.push(`${method} ${view} (${write}): got ${change.status} ${change.code}`)
    }
  })
  expect(wrong).toEqual([])
})

test('a view has a row for writing if, and only if, there is a command that writes it', () => {
  const written = Object.keys(viewRows).filter((view) => viewRows[view]!.write)
  expect(written.toSorted()).toEqual(Object.keys(writers).toSorted())
})

test.each(byName)('%s calls the functions that the table says, and no others', async (_who, caller) => {
  const wrong: string[] = []
  for (const [name, { call, args = '' }] of Object.entries(rpcRows)) {
    const got = await statusOf(caller, 'GET', `/rest/v1/rpc/${name}?${args}`)
    const isRight = isLetIn(call, caller) ? got.status === 200 : isRefusedByRest(got, caller)
    if (!isRight) wrong.push(`${name} (${call}): got ${got.status} ${got.code}`)
  }
  for (const [name, row] of Object.entries(functionRows)) {
    const got = await statusOf(caller, 'POST', `/functions/v1/${name}?no_such_field=1`, {})
    const expected = refusalOf(row, caller)
    const isRight = isLetIn(row, caller)
      ? got.status === 400
      : got.status === expected.status && got.code === expected.code
    if (!isRight) wrong.push(`${name} (${row}): got ${got.status} ${got.code}`)
  }
  expect(wrong).toEqual([])
})

const parts = { db: deps.db, now: deps.now, lane: openLane(3) }
const places = openPlaces(parts, openLinks({ ...parts, trackingKey: deps.trackingKey }))
const readCredential = credentialReader(deps)

test.each(byName)('%s uses the topics that the table says, and no others', async (_who, caller) => {
  const topics: (readonly [string, Record<'read' | 'broadcast' | 'presence', Row>])[] = [
    [liveTopic.workspace(workspaceId), topicRows.workspace],
    [liveTopic.positions(workspaceId), topicRows.positions],
    [liveTopic.room(workspaceId, 'lobby'), topicRows.room],
    [liveTopic.member(workspaceId, nowhere), topicRows.member],
    [liveTopic.member(workspaceId, caller.id), topicRows.member.own!],
    [liveTopic.driver(records.drivers!), topicRows.driver],
    [liveTopic.tracking(records.deliveries!), topicRows.tracking],
    ...(caller.driverId ? [[liveTopic.driver(caller.driverId), topicRows.driver.own!] as const] : []),
  ]
  const known = caller.token ? await readCredential(caller.token, null).catch(() => undefined) : undefined
  const wrong: string[] = []
  for (const [topic, rows] of topics) {
    const rights = known && (await places.authorize({ caller: known.caller, topic, isPrivate: true }))
    const got = {
      read: rights?.mayRead ?? false,
      broadcast: rights?.mayWriteBroadcast ?? false,
      presence: rights?.mayWritePresence ?? false,
    }
    for (const [deed, may] of Object.entries(got) as [keyof typeof rows, boolean][]) {
      if (may !== isLetIn(rows[deed], caller)) wrong.push(`${deed} on ${topic} (${rows[deed]}): got ${may}`)
    }
  }
  expect(wrong).toEqual([])
})

describe('somebody of another workspace who names our records', async () => {
  const stranger = await makeMember()
  // A driver too, so that what only drivers may do is answered as well.
  await rig(deps.db, stranger.workspaceId, (trx) =>
    trx
      .insertInto('drivers')
      .values({ workspace_id: stranger.workspaceId, name: 'Sari', user_id: stranger.userId } as never)
      .execute(),
  )
  const headers = { authorization: `Bearer ${stranger.token}` }
  /** What is answered, with the ids that were sent taken out. */
  async function answer({ id, method, ...endpoint }: Endpoint, idOf: (kind: string) => string, query = '') {
    const payload = bodies[id]?.(idOf) ?? (endpoint.body.safeParse({}).success ? {} : undefined)
    const url = urlOf(endpoint as Endpoint, idOf) + query
    const { statusCode, body } = await app.inject({ method, url, headers, payload })
    const sent = [...Object.values(records), nowhere]
    const text = sent.reduce((all, each) => all.replaceAll(each, 'id'), body)
    expect(body, `${method} ${url}`).not.toContain(marker)
    return {
      status: statusCode,
      code: codeOf(body),
      text: text.replace(/"request_id":"[^"]+"|"\d{4}-\d\d-\d\dT[^"]+"/g, ''),
    }
  }

  test('finds them nowhere, as if they did not exist', async () => {
    for (const endpoint of allEndpoints) {
      const isPersonal = ['anybody', 'recipient', 'person', 'fully'].includes(endpointRows[endpoint.id]!)
      if (isPersonal || !endpoint.path.includes('/:id')) continue
      const isAsked = Object.keys(endpoint.query.shape).includes('delivery_id')
      const query = isAsked ? `?delivery_id=${nowhere}` : ''
      const ours = await answer(endpoint, ourId, query)
      expect(ours, `${endpoint.id}: ${ours.text}`).toMatchObject({ status: 404 })
      expect(ours.code, endpoint.id).toMatch(/_not_found$/)
      expect(await answer(endpoint, () => nowhere, query), endpoint.id).toEqual(ours)
    }
  })

  test('is told the same as with ids that nobody has, in bodies and queries too', async () => {
    for (const endpoint of allEndpoints) {
      if (['anybody', 'recipient', 'person', 'fully'].includes(endpointRows[endpoint.id]!)) continue
      if (endpoint.method !== 'GET' && !bodies[endpoint.id]) continue
      if (endpoint.path.includes(':')) continue
      // The audit log says what was asked of it before, so no two answers are the same.
      if (endpoint.tag === 'Audit') continue
      const fields = Object.keys(endpoint.query.shape).filter((field) => field.endsWith('_id'))
      const queryFor = (idOf: typeof ourId) =>
        `?${fields.map((field) => `${field}=${idOf(`${field.slice(0, -3)}s`)}`).join('&')}`
      // A page may print the minute, so a difference counts only if it stays.
      await vi.waitFor(
        async () => {
          const theirs = await answer(
            endpoint,
            () => nowhere,
            queryFor(() => nowhere),
          )
          expect(await answer(endpoint, ourId, queryFor(ourId)), endpoint.id).toEqual(theirs)
        },
        { timeout: 20_000 },
      )
    }
  })

  test('reads nothing of them through the data API, and changes nothing', async () => {
    for (const view of Object.keys(viewRows)) {
      const { body } = await app.inject({ url: `/rest/v1/${view}`, headers })
      for (const shown of [marker, ...Object.values(records)]) expect(body, view).not.toContain(shown)
      const method = methodsOf(writers[view])
      const url = `/rest/v1/${view}?id=eq.${records[view]}`
      if (method.DELETE) await app.inject({ method: 'DELETE', url, headers })
      if (method.PATCH) await app.inject({ method: 'PATCH', url, headers, payload: { notes: 'x' } })
    }
  })

  test('hears nothing of them', async () => {
    const { caller } = await readCredential(stranger.token, null)
    for (const topic of [liveTopic.workspace(workspaceId), liveTopic.driver(records.drivers!)]) {
      const rights = await places.authorize({ caller, topic, isPrivate: true })
      expect(rights.mayRead, topic).toBe(false)
    }
  })
})

test('nothing of the workspace has changed through all of this', async () => {
  expect(await fingerprint(superuser, workspaceId)).toEqual(before)
})

describe('files', () => {
  let callTo: Awaited<ReturnType<typeof fileObjects>>['callTo']
  beforeAll(async () => ({ callTo } = await fileObjects(testing, owner, Object.keys(bucketRows))))

  test.each(byName)('%s does to files what the table says, and nothing else', async (_who, caller) => {
    const wrong: string[] = []
    for (const [bucket, { anywhere, ownFolder }] of Object.entries(bucketRows)) {
      for (const [folder, rows] of [
        ['shared', anywhere],
        [caller.id, ownFolder],
      ] as const) {
        await inFours(Object.entries(rows) as [ObjectDeed, Row][], async ([deed, row]) => {
          const call = await callTo(deed, bucket, folder)
          const reply = await app.inject({ ...call, headers: { ...call.headers, ...headersOf(caller) } })
          const isRight = isLetIn(row, caller)
            ? reply.statusCode === 200
            : codeOf(reply.body) === refusedFile(caller, refusedDeeds[deed])
          if (!isRight) wrong.push(`${deed} in ${bucket}/${folder} (${row}): ${reply.statusCode} ${reply.body}`)
        })
      }
    }
    const seen = await statusOf(caller, 'GET', '/storage/v1/bucket/documents')
    if ((seen.status === 200) !== isLetIn(managingRows.see_buckets, caller)) wrong.push(`see_buckets: ${seen.code}`)
    const made = await statusOf(caller, 'POST', '/storage/v1/bucket', { name: randomUUID() })
    if ((made.status === 200) !== isLetIn(managingRows.manage_buckets, caller))
      wrong.push(`manage_buckets: ${made.code}`)
    expect(wrong).toEqual([])
  })
})

function codeOf(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { code?: string } | null)?.code
  } catch {
    return undefined
  }
}

/** The data API says 42501 to whoever lacks a right, and the product's own code to whoever is not let in. */
function isRefusedByRest(
  { status, code }: { status: number; code: string | undefined },
  { outside, isApiKey }: Caller,
) {
  if (!outside) return status === 403 && (code === '42501' || (isApiKey === true && code === 'not_for_api_keys'))
  return status === 401 || status === 403
}

/** The protocol of files has one code for all who are not let in, and another for those who show nothing. */
function refusedFile({ outside, token }: Caller, usual: string): string {
  if (!outside) return usual
  return token ? 'AccessDenied' : 'InvalidRequest'
}
