import { sql } from 'kysely'
import { AppError, type ErrorCode } from '#domain/errors.ts'
import type { Trx } from './connect.ts'

/** How a request names the client and the depot of a delivery. */
type Named = {
  client_id?: string | null | undefined
  client?: string | undefined
  depot_id?: string | null | undefined
  depot?: string | undefined
  pickup_place_id?: string | null | undefined
  pickup_place?: string | undefined
}

/** Undefined if the request says nothing about it. */
type Scope = {
  client_id: string | null | undefined
  depot_id: string | undefined
  pickup_place_id: string | null | undefined
}

type Found = { id: string; names: (string | null)[]; active: boolean }

/**
 * Looks up the clients, depots and pickup places that deliveries name, by ID, name or reference. Returns a function that says which ones
 * a delivery names, or why not: whoever is limited to some depots, or is a client, finds no others.
 */
export async function readScopes(trx: Trx, workspaceId: string, all: Named[]) {
  const clientNames = namesIn(all, ({ client_id, client }) => client_id ?? client)
  const depotNames = namesIn(all, ({ depot_id, depot }) => depot_id ?? depot)
  const clients = clientNames.length ? await findClients(trx, workspaceId, clientNames) : []
  const depots = depotNames.length ? await findDepots(trx, workspaceId, depotNames) : []
  const placeNames = namesIn(all, ({ pickup_place_id, pickup_place }) => pickup_place_id ?? pickup_place)
  const places = placeNames.length ? await findPickupPlaces(trx, placeNames) : []
  const isLimited = depotNames.length > 0 && (await isLimitedToDepots(trx))
  return ({ client_id, client, depot_id, depot, pickup_place_id, pickup_place }: Named): Scope | ErrorCode => {
    const [ofClient, ofDepot] = [client_id ?? client, depot_id ?? depot]
    const foundClient = pick(clients, ofClient)
    const foundDepot = pick(depots, ofDepot)
    if (ofClient !== undefined && !foundClient) return 'client_not_found'
    if (foundClient?.active === false) return 'client_inactive'
    if (ofDepot !== undefined && !foundDepot) return isLimited ? 'not_your_depot' : 'depot_not_found'
    if (foundDepot?.active === false) return 'depot_inactive'
    const ofPlace = pickup_place_id ?? pickup_place
    const foundPlace = pick(places, ofPlace)
    if (ofPlace !== undefined && !foundPlace) return 'pickup_place_not_found'
    if (foundPlace?.active === false) return 'pickup_place_inactive'
    return {
      pickup_place_id: foundPlace?.id ?? (pickup_place_id === null ? null : undefined),
      client_id: foundClient?.id ?? (client_id === null ? null : undefined),
      depot_id: foundDepot?.id,
    }
  }
}

/**
 * The same for one delivery.
 * @throws AppError `client_not_found`, `client_inactive`, `depot_not_found`, `depot_inactive`, `not_your_depot`,
 * `pickup_place_not_found`, `pickup_place_inactive`
 */
export async function readScope(trx: Trx, workspaceId: string, one: Named): Promise<Scope> {
  const scope = (await readScopes(trx, workspaceId, [one]))(one)
  if (typeof scope === 'string') throw new AppError(scope)
  return scope
}

/** Whether whoever the transaction works for is limited to some depots. */
async function isLimitedToDepots(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ limited: boolean }>`
    select coalesce(current_setting('karta.depots', true), '') <> '' as limited`.execute(trx)
  return rows[0]!.limited
}

const namesIn = (all: Named[], nameOf: (each: Named) => string | null | undefined) => [
  ...new Set(all.flatMap((each) => nameOf(each)?.toLowerCase() ?? [])),
]

/** By ID before names, and the active one of several with the same name. */
function pick(found: Found[], name: string | undefined): Found | undefined {
  const wanted = name?.toLowerCase()
  return (
    found.find(({ id }) => id === wanted) ?? found.find(({ names }) => wanted !== undefined && names.includes(wanted))
  )
}

async function findClients(trx: Trx, workspaceId: string, wanted: string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select id, active, array[lower(name), lower(reference)] as names from clients
    where workspace_id = ${workspaceId} and (id::text = any(${wanted}::text[]) or lower(name) = any(${wanted}::text[])
      or lower(reference) = any(${wanted}::text[]))
    order by active desc, lower(name) = any(${wanted}::text[]) desc, created_at, id`.execute(trx)
  return rows
}

/** Those that whoever the transaction works for may name: a client, their own. */
async function findPickupPlaces(trx: Trx, wanted: string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select id, active, array[lower(name)] as names from pickup_places_named(${wanted}::text[])`.execute(trx)
  return rows
}

async function findDepots(trx: Trx, workspaceId: string, wanted: string[]): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select id, active, array[lower(name)] as names from depots
    where workspace_id = ${workspaceId} and (id::text = any(${wanted}::text[]) or lower(name) = any(${wanted}::text[]))
    order by active desc, is_default desc, created_at, id`.execute(trx)
  return rows
}
