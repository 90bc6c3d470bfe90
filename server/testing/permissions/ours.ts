import { sql } from 'kysely'
import { enterAuthScope, type Db } from '../../db/connect.ts'
import { rig } from '../rig.ts'
import type { TestMember } from '../test-app.ts'

/** Stands in every text of the records, so that a reply that shows one is found. */
export const marker = 'Only ours'

/** Records of a workspace by the first part of the paths that lead to them, such as `/v1/deliveries/:id`. */
export type Records = Record<string, string>

/** One record of every kind that an endpoint names by an id. */
export function makeRecords(db: Db, { workspaceId, userId }: TestMember): Promise<Records> {
  return rig(db, workspaceId, async (trx) => {
    const add = async (statement: ReturnType<typeof sql>) =>
      (await (statement as ReturnType<typeof sql<{ id: string }>>).execute(trx)).rows[0]!.id
    const day = '2026-01-01'
    const depots = await add(sql`insert into depots (workspace_id, name, address, lat, lng)
      values (${workspaceId}, ${marker}, ${marker}, 0, 0) returning id`)
    const clients = await add(
      sql`insert into clients (workspace_id, name) values (${workspaceId}, ${marker}) returning id`,
    )
    const hubs = await add(sql`insert into depots (workspace_id, name, address, lat, lng)
      values (${workspaceId}, ${marker}, ${marker}, 1, 1) returning id`)
    const transfers = await add(sql`insert into transfers (workspace_id, number, day, from_depot_id, from_depot_name,
      to_depot_id, to_depot_name, departs_at, arrives_at, expected_at, handling_minutes, note, created_by, created_at, updated_at)
      values (${workspaceId}, 1, ${day}, ${depots}, ${marker}, ${hubs}, ${marker}, '2026-01-01T05:00Z', '2026-01-01T07:00Z',
        '2026-01-01T07:00Z', 0, ${marker}, ${marker}, now(), now()) returning id`)
    const payRules =
      await add(sql`insert into pay_rules (workspace_id, valid_from, currency, per_hour, per_stop, per_km,
      pays_breaks, created_at) values (${workspaceId}, '2026-01-01', 'USD', 1, 1, 1, true, now()) returning id`)
    const rateCards = await add(sql`insert into rate_cards (workspace_id, client_id, currency, valid_from, valid_until,
      prices, cash_fee, cash_percent, again_fee, hours, minimum, fuel_percent, tax_percent, created_at, updated_at)
      values (${workspaceId}, ${clients}, 'USD', '2026-01-01', '2026-01-31',
        '[{"territory_id": null, "up_to_kg": null, "up_to_km": null, "amount": 1}]', 0, 0, 0, '[]', 0, 0, 0, now(), now())
      returning id`)
    const clientInvoices =
      await add(sql`insert into client_invoices (workspace_id, client_id, client_name, number, kind,
      month, currency, charges, net, taxes, total, made_at, made_by)
      values (${workspaceId}, ${clients}, ${marker}, 1, 'invoice', '2026-01', 'USD', 1, 1, '[]', 1, now(), ${marker})
      returning id`)
    await sql`insert into client_charges (workspace_id, client_id, attempt, day, cash_currency, state, currency, amount,
      tax_percent, lines, invoice_id) values (${workspaceId}, ${clients}, 1, '2026-01-01', 'USD', 'priced', 'USD', 1, 0,
      ${JSON.stringify([{ kind: 'other', text: marker, amount: 1 }])}, ${clientInvoices}),
      (${workspaceId}, ${clients}, 1, '2026-01-02', 'USD', 'priced', 'USD', 1, 0, '[]', null)`.execute(trx)
    const vehicles = await add(sql`insert into vehicles (workspace_id, code)
      values (${workspaceId}, ${marker}) returning id`)
    const drivers = await add(
      sql`insert into drivers (workspace_id, name) values (${workspaceId}, ${marker}) returning id`,
    )
    const trackers = await add(sql`insert into trackers (workspace_id, driver_id, name, token_hash, created_at)
      values (${workspaceId}, ${drivers}, ${marker}, sha256(${workspaceId}::text::bytea), now()) returning id`)
    const deliveries = await add(sql`insert into deliveries
      (workspace_id, number, source, delivery_address, recipient_name, scheduled_date, service_minutes)
      values (${workspaceId}, 1, 'manual', ${marker}, ${marker}, ${day}, 5) returning id`)
    const daysOff = await add(sql`insert into days_off (workspace_id, driver_id, first_day, last_day, reason)
      values (${workspaceId}, ${drivers}, '2099-01-01', '2099-01-01', ${marker}) returning id`)
    const holidays = await add(sql`insert into holidays (workspace_id, day, name)
      values (${workspaceId}, '2099-01-01', ${marker}) returning id`)
    const territories = await add(sql`insert into territories (workspace_id, name, color, area, rule)
      values (${workspaceId}, ${marker}, '#2563eb', '{"type": "Polygon", "coordinates": [[[0,0],[1,0],[0,1],[0,0]]]}', 'only')
      returning id`)
    const customFields = await add(sql`insert into custom_fields (workspace_id, key, label, type, position)
      values (${workspaceId}, 'ours', ${marker}, 'text', 0) returning id`)
    const views = await add(sql`insert into saved_views (workspace_id, user_id, name, query)
      values (${workspaceId}, ${workspaceId}, ${marker}, '') returning id`)
    const mappings = await add(sql`insert into import_mappings (workspace_id, kind, name, header, fields)
      values (${workspaceId}, 'deliveries', ${marker}, '{}', '{}') returning id`)
    const addresses = await add(sql`insert into addresses
      (workspace_id, address, label, lat, lng, confirmed_by_name, confirmed_at)
      values (${workspaceId}, ${marker}, ${marker}, 0, 0, 'N', now()) returning id`)
    const exports = await add(sql`insert into workspace_exports
      (workspace_id, state, requested_by, requested_by_name, requested_at, is_encrypted)
      values (${workspaceId}, 'ended', ${workspaceId}, ${marker}, now(), false) returning id`)
    const plans = await add(sql`insert into plans (workspace_id, day, driver_ids, time_limit_seconds, state)
      values (${workspaceId}, ${day}, '{}', 1, 'draft') returning id`)
    const routes =
      await add(sql`insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at,
      distance_km, driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
      values (${workspaceId}, ${plans}, 0, ${drivers}, ${marker}, now(), now(), 0, 0, 0, 0, 0, 0, 0, 0) returning id`)
    const standing = await add(sql`insert into standing_routes (workspace_id, name, driver_id)
      values (${workspaceId}, ${marker}, ${drivers}) returning id`)
    const recurring = await add(sql`insert into recurring_orders (workspace_id, "order", weekdays, first_day)
      values (${workspaceId}, ${JSON.stringify({ delivery_address: marker })}, '{1}', '2099-01-01') returning id`)
    const waves = await add(sql`insert into waves (workspace_id, name, plan_at, plans_for, time_limit_seconds)
      values (${workspaceId}, ${marker}, '05:30', 'same_day', 1) returning id`)
    const reports = await add(sql`insert into reports (workspace_id, name, measures, filters, period, range, compare,
      created_by_name) values (${workspaceId}, ${marker}, '{attempts}', '{}', 'day', 'last_month', true, 'N') returning id`)
    const holds = await add(sql`insert into slot_holds
      (workspace_id, day, starts, ends, price, wanted, expires_at, created_at)
      values (${workspaceId}, '2099-01-01', '09:00', '11:00', 0, '{}', now(), now()) returning id`)
    const webhooks = await add(sql`insert into webhook_endpoints
      (workspace_id, url, description, types, secret, created_at, created_by, updated_at)
      values (${workspaceId}, 'https://ours.example', ${marker}, '{}', '', now(), ${marker}, now()) returning id`)
    await sql`insert into webhook_progress (endpoint_id, workspace_id, position)
      values (${webhooks}, ${workspaceId}, 2000000000)`.execute(trx)
    const webhookCalls =
      await add(sql`insert into webhook_calls (workspace_id, endpoint_id, batch_id, index, event_id, type,
        subject_kind, subject_id, is_next, send_after, created_at, failure)
      values (${workspaceId}, ${webhooks}, 0, 1, ${webhooks}, 'delivery.created', 'delivery', ${webhooks}, true, now(), now(),
        ${marker}) returning id`)
    const operations = await add(sql`insert into operations
      (workspace_id, stops, vehicles, time_limit_seconds, threads, seed)
      values (${workspaceId}, 1, 1, 1, 1, 0) returning id`)
    const rehearsals = await add(sql`insert into rehearsals
      (workspace_id, plan_id, day, plan_version, days, seed, time_limit_seconds, what_ifs)
      values (${workspaceId}, ${plans}, ${day}, 1, 10, 1, 1, ${JSON.stringify([{ name: marker, change: {} }])})
      returning id`)
    const keys =
      await add(sql`insert into api_keys (workspace_id, name, prefix, hash, scopes, created_by, created_by_name)
      values (${workspaceId}, ${marker}, 'karta_live_', sha256(${workspaceId}::text::bytea), '{read}', ${workspaceId}, 'N')
      returning id`)
    await enterAuthScope(trx)
    const apps = await add(sql`insert into auth.oauth_clients
      (workspace_id, name, redirect_uris, scopes, auth_method, registration, created_by_name, created_at, updated_at)
      values (${workspaceId}, ${marker}, '{https://ours.example}', '{read}', 'none', 'manual', ${marker}, now(), now())
      returning id`)
    const grants =
      await add(sql`insert into auth.oauth_grants (client_id, user_id, workspace_id, scopes, aal, allowed_at)
      values (${apps}, ${userId}, ${workspaceId}, '{read}', 'aal1', now()) returning id`)
    const invitations = await add(sql`insert into invitations
      (workspace_id, email, role, note, link_hash, invited_by, invited_by_name, created_at, expires_at)
      values (${workspaceId}, 'only-ours@example.com', 'viewer', ${marker}, sha256(${workspaceId}::text::bytea),
        ${workspaceId}, ${marker}, now(), now() + interval '7 days') returning id`)
    const erasures = await add(sql`insert into erasures
      (workspace_id, deliveries, addresses, delivery_ids, address_ids, state, requested_by_name, requested_at, finished_at)
      values (${workspaceId}, 1, 0, '{}', '{}', 'done', ${marker}, now(), now()) returning id`)
    const devices = await add(sql`insert into driver_devices
      (workspace_id, id, driver_id, name, platform, public_key, registered_at)
      values (${workspaceId}, new_id(), ${drivers}, ${marker}, 'Android', '{}', now()) returning id`)
    const alerts = await add(sql`insert into alerts (workspace_id, kind, key, severity, sentence, raised_at)
      values (${workspaceId}, 'conflict', ${marker}, 'low', ${marker}, now()) returning id`)
    const photos =
      await add(sql`insert into photos (workspace_id, id, about, about_id, delivery_id, sha256, bytes, media_type,
      width, height, taken_at, expected_at) values (${workspaceId}, new_id(), 'proof', new_id(), ${deliveries}, 'h', 1,
      'image/jpeg', 1, 1, now(), now()) returning id`)
    const checks = await add(sql`insert into vehicle_checks
      (workspace_id, id, vehicle_id, driver_id, checked_at, is_blocking)
      values (${workspaceId}, new_id(), ${vehicles}, ${drivers}, now(), true) returning id`)
    const maintenance =
      await add(sql`insert into maintenance_schedules (workspace_id, vehicle_id, name, every_km, warn_km,
      warn_days, created_at, updated_at) values (${workspaceId}, ${vehicles}, ${marker}, 1000, 0, 0, now(), now())
      returning id`)
    const workOrders = await add(sql`insert into work_orders (workspace_id, vehicle_id, title, state, parts_cost,
      labor_cost, currency, created_by, created_at, updated_at) values (${workspaceId}, ${vehicles}, ${marker}, 'open', 0, 0,
      'USD', ${marker}, now(), now()) returning id`)
    const documents =
      await add(sql`insert into fleet_documents (workspace_id, vehicle_id, kind, name, warn_days, created_at,
      updated_at) values (${workspaceId}, ${vehicles}, 'other', ${marker}, 0, now(), now()) returning id`)
    const fuel =
      await add(sql`insert into fuel_entries (workspace_id, vehicle_id, filled_at, quantity, unit, is_full, cost,
      currency, source, place, author_name, created_at) values (${workspaceId}, ${vehicles}, now(), 1, 'l', true, 0, 'USD', 'hand',
      ${marker}, ${marker}, now()) returning id`)
    const pickupPlaces =
      await add(sql`insert into pickup_places (workspace_id, name, address, lat, lng, week, preparation_minutes,
      service_minutes, created_at, updated_at) values (${workspaceId}, ${marker}, 'A', 0, 0, '{}', 0, 0, now(), now())
      returning id`)
    const readings = await add(sql`insert into odometer_readings (workspace_id, vehicle_id, km, read_at, source, state,
      author_name, created_at) values (${workspaceId}, ${vehicles}, 1, now(), 'hand', 'counted', ${marker}, now())
      returning id`)
    const excursions =
      await add(sql`insert into temperature_excursions (workspace_id, vehicle_id, compartment, began_at,
      last_at, lowest_c, highest_c, degree_minutes, mean_kinetic_c, told_at)
      values (${workspaceId}, ${vehicles}, ${marker}, now(), now(), 9, 9, 1, 9, now()) returning id`)
    const messages = await add(sql`insert into driver_messages
      (workspace_id, id, driver_id, sender, author_name, text, sent_at, received_at, position)
      values (${workspaceId}, new_id(), ${drivers}, 'driver', ${marker}, ${marker}, now(), now(), 1) returning id`)
    const pushSubscriptions = await add(sql`insert into push_subscriptions
      (workspace_id, user_id, app, endpoint, p256dh, auth)
      values (${workspaceId}, ${userId}, 'driver', 'https://push.example', ${marker}, ${marker}) returning id`)
    const handIns = await add(sql`insert into cash_hand_ins
      (workspace_id, id, driver_id, amount, handed_in_at, received_at)
      values (${workspaceId}, new_id(), ${drivers}, 1, now(), now()) returning id`)
    const notifications = await add(sql`insert into notifications
      (workspace_id, delivery_id, event, channel, occasion, body, send_after, created_at)
      values (${workspaceId}, ${deliveries}, 'planned', 'sms', ${marker}, ${marker}, 'infinity', now()) returning id`)
    const suppressions = await add(sql`insert into suppressions (workspace_id, channel, address, reason, created_at)
      values (${workspaceId}, 'sms', ${marker}, 'by_hand', now()) returning id`)
    const consents = await add(sql`insert into consents (workspace_id, channel, address, author_name, created_at)
      values (${workspaceId}, 'sms', ${marker}, ${marker}, now()) returning id`)
    const learnedPlaces =
      await add(sql`insert into learned_places (workspace_id, address_key, address, kind, minutes, spread, seen,
      days, pinned, first_at, last_at, state) values (${workspaceId}, ${marker}, ${marker}, 'service', 5, 0, 5, 2, 0, now(), now(),
      'suggested') returning id`)
    return {
      transfers,
      'my-transfers': transfers,
      'pay-rules': payRules,
      'rate-cards': rateCards,
      'client-invoices': clientInvoices,
      'learned-places': learnedPlaces,
      notifications,
      suppressions,
      consents,
      'hand-ins': handIns,
      messages,
      'temperature-excursions': excursions,
      'push-subscriptions': pushSubscriptions,
      alerts,
      'vehicle-checks': checks,
      'maintenance-schedules': maintenance,
      'work-orders': workOrders,
      'odometer-readings': readings,
      'fuel-entries': fuel,
      'pickup-places': pickupPlaces,
      'fleet-documents': documents,
      devices,
      photos,
      erasures,
      invitations,
      members: userId,
      exports,
      depots,
      'days-off': daysOff,
      holidays,
      territories,
      'custom-fields': customFields,
      'saved-views': views,
      'import-mappings': mappings,
      clients,
      vehicles,
      drivers,
      trackers,
      deliveries,
      addresses,
      plans,
      routes,
      'standing-routes': standing,
      'recurring-orders': recurring,
      waves,
      reports,
      holds,
      webhooks,
      'webhook-calls': webhookCalls,
      operations,
      rehearsals,
      'api-keys': keys,
      apps,
      'app-grants': grants,
      workspaces: workspaceId,
    }
  })
}

/** What mere use changes: when a key was last used, and notes about refused attempts. */
const notes = ['api_usage', 'api_key_days', 'idempotent_replies', 'audit_entries', 'audit_heads', 'audit_visits']
const noted = ['last_used_at', 'last_used_address', 'last_seen_at']

/** A sum over every row of a workspace, as its superuser sees it. Whatever changes, changes it. */
export async function fingerprint(superuser: Db, workspaceId: string): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_schema || '.' || c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE'
        and c.table_schema in ('public', 'storage', 'realtime') order by 1`.execute(superuser)
  const counted = tables.filter(({ name }) => !notes.includes(name.replace('public.', '')))
  const sums = counted.map(
    ({ name }) => sql`select ${name} as name, count(*) || ' ' || coalesce(sum(hashtext(
      (to_jsonb(t) - ${noted}::text[])::text)), 0) as rows from ${sql.table(name)} t where t.workspace_id = ${workspaceId}`,
  )
  const { rows } = await sql<{ name: string; rows: string }>`${sql.join(sums, sql` union all `)}`.execute(superuser)
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
}
