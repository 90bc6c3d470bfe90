import { sql } from 'kysely'
import { noteAudit } from '../audit/note.ts'
import { claimBlob } from '../db/blobs.ts'
import { rig } from './rig.ts'
import type { testApp } from './test-app.ts'

/** What the file in the bucket would hold. */
export const someContent = { sha256: 'a'.repeat(64), bytes: 1 }

/** At least one row in every table of the workspace. */
export async function fillWorkspace(
  { deps, makeMember }: Pick<Awaited<ReturnType<typeof testApp>>, 'deps' | 'makeMember'>,
  id: string,
): Promise<void> {
  await claimBlob(deps.db, someContent)
  await rig(deps.db, id, async (trx) => {
    const run = (statement: ReturnType<typeof sql>) => statement.execute(trx)
    await run(sql`insert into depots (workspace_id, name, address, lat, lng) values (${id}, 'D', 'A', 0, 0)`)
    await run(sql`insert into ownership_offers (workspace_id, from_user, to_user, expires_at)
      select workspace_id, user_id, user_id, now() from members limit 1`)
    await run(sql`insert into retention (workspace_id, applied_on) values (${id}, '2026-01-01')`)
    await run(sql`insert into erasures (workspace_id, deliveries, addresses, delivery_ids, address_ids, wanted,
      requested_by_name, requested_at) values (${id}, 0, 0, '{}', '{}', '{}', 'Budi', now())`)
    await run(sql`insert into clients (workspace_id, name) values (${id}, 'C')`)
    await run(sql`insert into vehicles (workspace_id, code) values (${id}, 'KA-1')`)
    await run(sql`insert into drivers (workspace_id, name) values (${id}, 'N')`)
    await run(sql`insert into days_off (workspace_id, driver_id, first_day, last_day)
      select ${id}, id, '2026-01-01', '2026-01-01' from drivers`)
    await run(sql`insert into trackers (workspace_id, driver_id, name, token_hash, created_at)
      select ${id}, id, 'T', sha256(${id}::text::bytea), now() from drivers`)
    await run(sql`select record_positions(array[${id}::uuid], array[id], '{1}', array[now()], '{0}', '{0}', '{null}', '{null}',
        '{null}', '{null}', '{null}', '{app}', array[id], '{null}',
        json_build_array(of || jsonb_build_object('track', '{}'::jsonb, 'day', '2026-01-01', 'counted', 0)),
        json_build_array(of || jsonb_build_object('kind', 'stay', 'f', now(), 't', now())), '{}', now())
      from drivers, lateral (select jsonb_build_object('w', ${id}::uuid, 'd', id, 'lat', 0, 'lng', 0, 'o', 'app') as of) o`)
    await run(sql`insert into standing_routes (workspace_id, name, driver_id) select ${id}, 'S', id from drivers`)
    await run(sql`insert into recurring_orders (workspace_id, "order", weekdays, first_day)
      values (${id}, '{}', '{1}', '2099-01-01')`)
    await run(sql`insert into recurring_days (workspace_id, recurring_id, day, delivery_id)
      select workspace_id, id, '2026-01-01', id from recurring_orders`)
    await run(sql`insert into holidays (workspace_id, day, name) values (${id}, '2026-01-01', 'H')`)
    await run(
      sql`insert into territories (workspace_id, name, color, area, rule) values (${id}, 'T', '#2563eb', '{}', 'only')`,
    )
    await run(sql`insert into saved_views (workspace_id, user_id, name, query, is_shared)
      values (${id}, ${id}, 'V', '', true)`)
    await run(
      sql`insert into default_views (workspace_id, user_id, view_id) select workspace_id, user_id, id from saved_views`,
    )
    await run(sql`insert into import_mappings (workspace_id, kind, name, header, fields)
      values (${id}, 'deliveries', 'M', '{}', '{}')`)
    await run(sql`insert into planning_settings (workspace_id) values (${id})`)
    await run(sql`insert into waves (workspace_id, name, plan_at, plans_for, time_limit_seconds)
      values (${id}, 'W', '05:30', 'same_day', 1)`)
    await run(sql`insert into reports (workspace_id, name, measures, filters, period, range, compare, created_by_name)
      values (${id}, 'R', '{attempts}', '{}', 'day', 'last_month', true, 'N')`)
    await run(sql`insert into report_sendings (workspace_id, report_id, at, day, as_user, formats)
      select workspace_id, id, now(), '2026-01-01', ${id}, '{pdf}' from reports`)
    await run(
      sql`insert into report_refusals (workspace_id, report_id, user_id) select workspace_id, id, ${id} from reports`,
    )
    await run(sql`insert into invitations (workspace_id, email, role, link_hash, invited_by, invited_by_name, created_at,
      expires_at) values (${id}, 'n@example.com', 'viewer', sha256(${id}::text::bytea), ${id}, 'N', now(), now())`)
    await run(sql`insert into driver_codes (workspace_id, driver_id, hash, made_by, made_by_name, created_at, expires_at)
      select ${id}, id, sha256(${id}::text::bytea), ${id}, 'N', now(), now() from drivers`)
    await run(sql`insert into deliveries (workspace_id, number, source, delivery_address, scheduled_date, service_minutes)
      values (${id}, 1, 'manual', 'A', '2026-01-01', 5)`)
    await run(sql`insert into delivery_events (workspace_id, delivery_id, format, sequence, kind, at, hash)
      select workspace_id, id, 2, 1, 'created', now(), 'h' from deliveries`)
    await run(sql`insert into delivery_excursions (workspace_id, delivery_id, began_at, written)
      select ${id}, id, now(), '{}' from deliveries limit 1`)
    await run(sql`insert into photos (workspace_id, id, about, about_id, delivery_id, sha256, bytes, media_type, width, height,
      taken_at, expected_at) select ${id}, new_id(), 'proof', new_id(), id, 'h', 1, 'image/jpeg', 1, 1, now(), now() from deliveries`)
    await run(sql`insert into proofs (workspace_id, id, delivery_id, kind, taken_at, received_at)
      select ${id}, new_id(), id, 'name', now(), now() from deliveries`)
    await run(
      sql`insert into delivery_pins (workspace_id, delivery_id, pin, salt) select ${id}, id, '1234', 's' from deliveries`,
    )
    await run(sql`insert into prescriptions (workspace_id, delivery_id, sealed, created_at, updated_at, updated_by)
      select ${id}, id, '', now(), now(), 'A' from deliveries`)
    await run(
      sql`insert into prescription_doors (workspace_id, delivery_id, sealed) select ${id}, id, '' from deliveries`,
    )
    await run(sql`insert into delivery_openings (workspace_id, delivery_id, person_id, opened_at)
      select ${id}, id, new_id(), now() from deliveries`)
    await run(sql`insert into driver_devices (workspace_id, id, driver_id, name, platform, public_key, registered_at)
      select ${id}, new_id(), id, 'N', 'N', '{}', now() from drivers`)
    await run(sql`insert into road_entries (workspace_id, device_id, sequence, id, driver_id, kind, at, happened_at,
      received_at, hash, signature, outcome)
      select ${id}, id, 1, new_id(), driver_id, 'departed', 'now', now(), now(), 'h', 's', 'applied' from driver_devices`)
    await run(sql`insert into shifts (workspace_id, id, driver_id, vehicle_id, started_at)
      select ${id}, new_id(), d.id, v.id, now() - interval '1 hour' from drivers d, vehicles v`)
    await run(sql`insert into vehicle_checks (workspace_id, id, vehicle_id, driver_id, checked_at, is_blocking)
      select ${id}, new_id(), v.id, d.id, now(), false from vehicles v, drivers d`)
    await run(sql`insert into maintenance_schedules (workspace_id, vehicle_id, name, every_km, warn_km, warn_days,
      created_at, updated_at) select ${id}, id, 'N', 1000, 0, 0, now(), now() from vehicles`)
    await run(sql`insert into work_orders (workspace_id, vehicle_id, title, state, parts_cost, labor_cost, currency,
      created_by, created_at, updated_at) select ${id}, id, 'T', 'open', 0, 0, 'USD', 'N', now(), now() from vehicles`)
    await run(sql`insert into fleet_documents (workspace_id, vehicle_id, kind, name, warn_days, created_at, updated_at)
      select ${id}, id, 'other', 'N', 0, now(), now() from vehicles`)
    await run(sql`insert into fuel_entries (workspace_id, vehicle_id, filled_at, quantity, unit, is_full, cost, currency,
      source, author_name, created_at) select ${id}, id, now(), 1, 'l', true, 0, 'USD', 'hand', 'N', now() from vehicles`)
    await run(sql`insert into pickup_places (workspace_id, name, address, lat, lng, week, preparation_minutes,
      service_minutes, created_at, updated_at) values (${id}, 'N', 'A', 0, 0, '{}', 0, 0, now(), now())`)
    await run(sql`insert into preparations (delivery_id, workspace_id, pickup_place_id, ordered_at, usual_minutes,
      planned_ready_at, ready_at, asked, derived) select d.id, ${id}, p.id, now(), 0, now(), now(), '{}', '{}'
      from deliveries d, pickup_places p`)
    await run(sql`insert into odometer_readings (workspace_id, vehicle_id, km, read_at, source, state, author_name,
      created_at) select ${id}, id, 1, now(), 'hand', 'counted', 'N', now() from vehicles`)
    await run(sql`select step_drives(now(), 100)`)
    await run(sql`insert into stop_progress (workspace_id, stop_id, driver_id)
      select ${id}, new_id(), id from drivers`)
    await run(sql`insert into parcel_progress (workspace_id, delivery_id, index) select ${id}, id, 0 from deliveries`)
    await run(sql`insert into road_settings (workspace_id) values (${id})`)
    await run(sql`insert into alerts (workspace_id, kind, key, severity, sentence, raised_at)
      values (${id}, 'conflict', 'k', 'low', 'S', now())`)
    await run(sql`insert into cash_hand_ins (workspace_id, id, driver_id, amount, handed_in_at, received_at)
      select ${id}, new_id(), id, 1, now(), now() from drivers`)
    await run(sql`insert into temperature_readings (workspace_id, vehicle_id, compartment, read_at, celsius, source, received_at)
      select ${id}, id, '', now(), 5, 'hand', now() from vehicles limit 1`)
    await run(sql`insert into temperature_excursions (workspace_id, vehicle_id, compartment, began_at, last_at, lowest_c,
      highest_c, degree_minutes, mean_kinetic_c) select ${id}, id, '', now(), now(), 9, 9, 1, 9 from vehicles limit 1`)
    await run(sql`insert into cash_entries (workspace_id, driver_id, kind, amount, author_name, happened_at, added_at)
      select ${id}, id, 'taken', 1, 'N', now(), now() from drivers`)
    await run(sql`insert into message_threads (workspace_id, driver_id) select ${id}, id from drivers`)
    await run(sql`insert into driver_messages (workspace_id, id, driver_id, sender, author_name, text, sent_at, received_at, position)
      select ${id}, new_id(), id, 'driver', 'N', 'T', now(), now(), 1 from drivers`)
    await run(sql`insert into message_settings (workspace_id) values (${id})`)
    await run(sql`insert into address_visits (workspace_id, delivery_id, address_key, address, day, at)
      select ${id}, id, 'a', 'A', '2026-01-01', now() from deliveries`)
    await run(sql`insert into learned_places (workspace_id, address_key, address, kind, spread, seen, days, pinned,
      first_at, last_at, state) values (${id}, 'a', 'A', 'pin', 0, 1, 1, 0, now(), now(), 'gathering')`)
    await run(sql`insert into tracking_settings (workspace_id) values (${id})`)
    await run(sql`insert into workspace_looks (workspace_id) values (${id})`)
    await run(sql`insert into notification_settings (workspace_id) values (${id})`)
    await run(sql`insert into notification_templates (workspace_id, language, event, channel, body)
      values (${id}, 'en', 'near', 'sms', 'B')`)
    await run(sql`insert into notifications (workspace_id, delivery_id, event, channel, occasion, send_after, created_at)
      select ${id}, id, 'planned', 'sms', 'o', now(), now() from deliveries`)
    await run(sql`insert into notification_replies (workspace_id, delivery_id, sender, body, provider_reference, received_at)
      select ${id}, id, 's', 'b', id::text, now() from deliveries`)
    await run(sql`insert into consents (workspace_id, channel, address, author_name, created_at)
      values (${id}, 'sms', '+1', 'A', now())`)
    await run(sql`insert into suppressions (workspace_id, channel, address, reason, created_at)
      values (${id}, 'sms', '+1', 'by_hand', now())`)
    await run(sql`insert into recipient_subscriptions (workspace_id, delivery_id, endpoint, p256dh, auth, created_at)
      select ${id}, id, 'https://push.example', 'p', 'a', now() from deliveries`)
    await run(sql`insert into slot_settings (workspace_id, is_on, windows, days_ahead, cut_off_minutes, service_km,
      blackout_days, price, hold_minutes, near_meters, order_page)
      values (${id}, true, '[]', 14, 120, 30, '{}', '{}', 15, 300, false)`)
    await run(sql`insert into shipping_settings (workspace_id, rules, most_rates) values (${id}, '[]', 10)`)
    await run(sql`insert into slot_holds (workspace_id, day, starts, ends, price, wanted, expires_at, created_at)
      values (${id}, '2026-03-16', '09:00', '11:00', 0, '{}', now(), now())`)
    await run(sql`insert into depots (workspace_id, name, address, lat, lng, opens, closes, is_default, active)
      values (${id}, 'Hub', 'Gudang', 0, 0, '06:00', '22:00', false, true)`)
    await run(sql`insert into transfers (workspace_id, number, day, from_depot_id, from_depot_name, to_depot_id, to_depot_name,
      departs_at, arrives_at, expected_at, handling_minutes, created_by, created_at, updated_at)
      select ${id}, 1, '2026-03-16', a.id, '', b.id, '', now(), now() + interval '1 hour', now(), 0, '', now(), now()
      from depots a, depots b where a.name <> 'Hub' and b.name = 'Hub' limit 1`)
    await run(sql`insert into transfer_deliveries (workspace_id, transfer_id, delivery_id, number, parcels, weight_kg, volume_l,
      units, moved_depot) select ${id}, t.id, d.id, 1, 1, 0, 0, 0, false from transfers t, deliveries d limit 1`)
    await run(sql`insert into pay_rules (workspace_id, valid_from, currency, per_hour, per_stop, per_km, pays_breaks, created_at)
      values (${id}, '2026-01-01', 'USD', 1, 1, 1, true, now())`)
    await run(sql`insert into rate_cards (workspace_id, client_id, currency, valid_from, prices, cash_fee, cash_percent,
      again_fee, hours, minimum, fuel_percent, tax_percent, created_at, updated_at)
      select ${id}, id, 'USD', '2026-01-01', '[]', 0, 0, 0, '[]', 0, 0, 0, now(), now() from clients`)
    await run(sql`insert into client_invoices (workspace_id, client_id, client_name, number, kind, month, currency, charges,
      net, taxes, total, made_at, made_by)
      select ${id}, id, name, 1, 'invoice', '2026-01', 'USD', 0, 0, '[]', 0, now(), 'N' from clients`)
    await run(sql`insert into client_charges (workspace_id, client_id, attempt, day, cash_currency)
      select ${id}, id, 1, '2026-01-01', 'USD' from clients`)
    await run(sql`insert into mail_in_settings (workspace_id, token, is_on, mode, senders)
      values (${id}, ${id}::text, true, 'replace', '{}')`)
    await run(sql`insert into mail_in_mails (workspace_id, message_id, sender, subject, received_at, state, files, hashes)
      values (${id}, 'm', 's', 's', now(), 'taken', '[]', '{}')`)
    await run(sql`insert into webhook_endpoints (workspace_id, url, description, types, secret, created_at, created_by, updated_at)
      values (${id}, 'https://hook.example', '', '{}', '', now(), 'N', now())`)
    await run(sql`insert into webhook_progress (endpoint_id, workspace_id, position)
      select id, ${id}, 0 from webhook_endpoints`)
    await run(sql`insert into webhook_calls (workspace_id, endpoint_id, batch_id, index, event_id, type, subject_kind, subject_id,
      is_next, send_after, created_at) select ${id}, id, 0, 1, id, 't', 'k', id, true, now(), now() from webhook_endpoints`)
    await run(sql`insert into webhook_answers (workspace_id, call_id, at, took_ms, answer)
      select ${id}, id, now(), 1, '' from webhook_calls`)
    await run(sql`insert into alert_settings (workspace_id) values (${id})`)
    await run(sql`insert into alert_choices (workspace_id, user_id, choices)
      select ${id}, user_id, '{}' from members where role = 'owner'`)
    await run(sql`insert into push_subscriptions (workspace_id, user_id, app, endpoint, p256dh, auth)
      select ${id}, user_id, 'dispatcher', 'https://push.example', 'p', 'a' from members where role = 'owner'`)
    await run(sql`insert into eta_observations (workspace_id, stop_id, kind, driver_id, cell, hour, planned_seconds,
      actual_seconds, observed_at) select ${id}, new_id(), 'drive', id, 'c', 8, 60, 60, now() from drivers`)
    await run(sql`insert into push_outbox (workspace_id, type, subject_id, driver_ids)
      values (${id}, 'alert.raised', new_id(), '{}')`)
    await run(sql`insert into travel_blocks (workspace_id, source, origins, destinations, travel, asked_at)
      values (${id}, 's', '{1}', '{2}', '', now())`)
    await run(sql`insert into travel_ways (workspace_id, source, origin, destination, asked_at)
      values (${id}, 's', 1, 2, now())`)
    await run(sql`insert into eta_fits (workspace_id, fitted_at) values (${id}, now())`)
    await run(sql`insert into figure_attempts (workspace_id, delivery_id, attempt, day, number, hour, currency, arrived_at,
      ended_at) select ${id}, id, 1, '2026-03-15', 1, 9, 'USD', now(), now() from deliveries`)
    await run(sql`insert into figure_sums (workspace_id, way, split, day, currency)
      values (${id}, 'depot', 'none', '2026-03-15', 'USD')`)
    await run(sql`insert into figure_routes (workspace_id, route_id, day, route_meters, empty_meters, planned_seconds)
      values (${id}, new_id(), '2026-03-15', 0, 0, 0)`)
    await run(sql`insert into figure_days (workspace_id, day, stale_since, changed_at)
      values (${id}, '2026-03-15', now(), now())`)
    await run(sql`insert into figure_progress (workspace_id, position, read_until) values (${id}, 0, now())`)
    await run(sql`insert into figure_names (workspace_id, kind, key, name) values (${id}, 'driver', 'k', 'N')`)
    await run(sql`insert into figure_places (workspace_id, key, address) values (${id}, 'k', 'K')`)
    await run(sql`insert into figure_place_months (workspace_id, month, place_id, attempts, failed_there, services,
      planned_service_seconds, actual_service_seconds, waited, waiting_seconds, late_address, late_address_seconds, pin_unsure)
      select ${id}, '2026-03-01', id, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0 from figure_places`)
    await run(sql`insert into former_currencies (workspace_id, until, currency) values (${id}, now(), 'USD')`)
    await run(sql`insert into eta_effects (workspace_id, kind, scope, key, observations, total, effect)
      values (${id}, 'drive', 'all', '', 1, 0, 0)`)
    await run(sql`insert into chain_heads (workspace_id, subject, subject_id, length, hash, is_whole)
      select workspace_id, 'delivery', id, 1, 'h', true from deliveries`)
    await run(sql`insert into custody_log (workspace_id, number, day, at, chains, root, hash, signature, public_key)
      values (${id}, 1, '2026-01-01', now(), 1, 'r', 'h', 's', '{}')`)
    await run(sql`insert into custody_leaves (workspace_id, number, subject, subject_id, length, hash)
      select workspace_id, 1, 'delivery', id, 1, 'h' from deliveries`)
    await run(sql`with batch as (insert into event_batches (workspace_id, at) values (${id}, now()) returning id)
      insert into events (workspace_id, batch_id, index, type, subject_kind, subject_id, data, previous, actor_kind, actor_name, at)
      select ${id}, id, 1, 'driver.created', 'driver', ${id}, '{}', '{}', 'system', 'N', now() from batch`)
    await run(sql`insert into addresses (workspace_id, address, lat, lng, confirmed_by_name, confirmed_at)
      values (${id}, 'A', 0, 0, 'N', now())`)
    await run(sql`insert into address_spellings (workspace_id, address_id, position, spelling)
      select workspace_id, id, 0, 'A' from addresses`)
    await run(
      sql`insert into custom_fields (workspace_id, key, label, type, position) values (${id}, 'k', 'L', 'text', 0)`,
    )
    await run(sql`insert into geocodes (workspace_id, provider, key, hits, asked_at, expires_at)
      values (${id}, 'nominatim', 'a', '[]', now(), now())`)
    await run(
      sql`insert into plans (workspace_id, day, driver_ids, time_limit_seconds) values (${id}, '2026-01-01', '{}', 1)`,
    )
    await run(sql`insert into plan_changes (workspace_id, plan_id, number, at, actor_kind, sentence, types, edits, effect,
      route_ids, delivery_ids, after) select ${id}, id, 1, now(), 'system', 'S', '{}', '[]', '{}', '{}', '{}', '{}' from plans`)
    await run(sql`insert into unpublished_changes (workspace_id, plan_id, number, at, actor_kind, sentence, edits, steps)
      select ${id}, id, 1, now(), 'system', 'S', '[]', '[]' from plans`)
    await run(sql`insert into rehearsals (workspace_id, plan_id, day, plan_version, days, seed, time_limit_seconds, what_ifs)
      select ${id}, id, day, 1, 10, 1, 1, '[]' from plans`)
    await run(sql`insert into operations (workspace_id, stops, vehicles, time_limit_seconds, threads, seed)
      values (${id}, 1, 1, 1, 1, 0)`)
    await run(sql`insert into routes (workspace_id, plan_id, position, driver_id, driver_name, starts_at, ends_at, distance_km,
      driving_seconds, waiting_seconds, service_seconds, duration_seconds, fuel_liters, load_kg, load_l)
      select ${id}, p.id, 0, d.id, 'N', now(), now(), 0, 0, 0, 0, 0, 0, 0, 0 from plans p, drivers d`)
    await run(sql`insert into stops (workspace_id, route_id, position, kind, name, address, lat, lng, arrival_at, departure_at,
      waiting_seconds, service_seconds, distance_km, load_kg, load_l)
      select ${id}, id, 0, 'start', 'D', 'A', 0, 0, now(), now(), 0, 0, 0, 0, 0 from routes`)
    await run(sql`insert into route_etas (workspace_id, route_id, computed_at) select ${id}, id, now() from routes`)
    await run(sql`insert into stop_etas (workspace_id, stop_id, route_id, basis, computed_at, p10_at, p50_at, p90_at)
      select ${id}, new_id(), id, 'plan', now(), now(), now(), now() from routes`)
    await run(sql`insert into eta_history (workspace_id, stop_id, said_at, route_id, driver_id, basis, p10_at, p50_at,
      p90_at) select ${id}, new_id(), now(), id, driver_id, 'plan', now(), now(), now() from routes`)
    await run(sql`insert into route_handovers (workspace_id, id, plan_id) select workspace_id, id, plan_id from routes`)
    await run(
      sql`insert into idempotent_replies (workspace_id, endpoint, key, request_hash) values (${id}, 'e', 'k', 'h')`,
    )
    await run(sql`insert into api_keys (workspace_id, name, prefix, hash, scopes, created_by, created_by_name)
      values (${id}, 'K', 'karta_live_', sha256(${id}::text::bytea), '{read}', ${id}, 'N')`)
    await run(sql`select begin_key_day(id, '2026-03-01', '2026-03-02') from api_keys where workspace_id = ${id}`)
    await run(sql`insert into api_usage (workspace_id, month, ends_at) values (${id}, '2026-01-01', '2026-02-01')`)
    await run(sql`insert into quota_days (workspace_id, name, used, ends_at) values (${id}, 'Q', 1, now())`)
    await run(sql`insert into quota_months (workspace_id, waits_above, ends_at) values (${id}, 1, now())`)
    await run(sql`select note_usage(now())`)
    await run(sql`insert into subscriptions (workspace_id, customer_id) values (${id}, ${id}::text)`)
    await run(sql`insert into billing_invoices (workspace_id, id, status, total, currency, created_at)
      values (${id}, 'in_1', 'paid', 1, 'usd', now())`)
    await run(
      sql`insert into imports (workspace_id, id, rows, received, created_at) values (${id}, ${id}, 1, 1, now())`,
    )
    await run(sql`select recount_quotas(${id}, now())`)
    await run(sql`insert into quota_changes (workspace_id, name, change) values (${id}, 'deliveries', 1)`)
    await run(sql`insert into integrations (workspace_id, platform, state) values (${id}, 'wix', 'connecting')`)
    await run(sql`insert into shop_syncs (integration_id, workspace_id, position, next_sync_at)
      select id, ${id}, 0, now() from integrations`)
    await run(sql`insert into shop_events (workspace_id, integration_id, hook_id, topic, about, received_at)
      select ${id}, id, 'h', 't', 'order', now() from integrations`)
    await run(sql`insert into shop_orders (workspace_id, platform, store, external_id, number, state, modified_at, created_at, updated_at)
      values (${id}, 'wix', 's', '1', '1', 'taken', now(), now(), now())`)
    await run(sql`insert into shop_deliveries (order_id, workspace_id, part, delivery_id, said)
      select o.id, ${id}, 'p', d.id, '{}' from shop_orders o, deliveries d limit 1`)
    await run(sql`insert into shop_outbox (workspace_id, integration_id, delivery_id, event_id, kind, at, created_at)
      select ${id}, i.id, d.id, i.id, 'dispatched', now(), now() from integrations i, deliveries d limit 1`)
    await run(sql`insert into realtime.messages (id, workspace_id, topic, event, payload, inserted_at, expires_at)
      values (gen_random_uuid(), ${id}, 'room', 'hello', '{}', now(), now() + interval '1 hour')`)
    await run(sql`insert into storage.buckets (workspace_id, id, name) values (${id}, 'B', 'B')`)
    await run(sql`insert into storage.objects (workspace_id, bucket_id, name, sha256, size, metadata, version)
      values (${id}, 'B', 'N', ${someContent.sha256}, 1, '{}', ${id})`)
    await run(sql`insert into storage.uploads
      (id, workspace_id, bucket_id, name, upsert, content_type, cache_control, upload_metadata, expires_at)
      values (${id}, ${id}, 'B', 'N', false, 't', 'c', '', now())`)
    await run(sql`insert into notification_outbox (workspace_id, type, delivery_id, version, status, attempt)
      select ${id}, 'delivery.updated', id, 1, 'unassigned', 1 from deliveries limit 1`)
    await run(sql`insert into workspace_exports (workspace_id, requested_by, requested_by_name, requested_at, is_encrypted)
      values (${id}, ${id}, 'N', now(), false)`)
    await run(sql`insert into frozen_workspaces (workspace_id) values (${id})`)
    noteAudit(trx, { workspaceId: id, userId: null, name: 'N' }, { action: 'audit.exported' }, deps.now())
    await run(sql`insert into audit_checks (workspace_id, state, asked_at) values (${id}, 'waiting', now())`)
    await run(
      sql`insert into audit_visits (workspace_id, session_id) values (${id}, ${(await makeMember()).sessionId})`,
    )
    await run(sql`insert into connection_attempts (workspace_id, platform, state_hash, user_id, return_to, expires_at)
      values (${id}, 'wix', sha256(${id}::text::bytea), ${id}, 'page', now())`)
  })
}
