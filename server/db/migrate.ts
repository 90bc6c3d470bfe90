import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { ensureAppRole } from './app-role.ts'
import { withdrawApi } from './api/schema.ts'
import { authorize, isAuthorized } from './authorization.ts'
import * as baseline from './migrations/001-baseline.ts'
import * as language from './migrations/002-language.ts'
import * as planningDay from './migrations/003-planning-day.ts'
import * as addresses from './migrations/004-addresses.ts'
import * as endingPlans from './migrations/005-ending-plans.ts'
import * as fairTurns from './migrations/006-fair-turns.ts'
import * as quotas from './migrations/007-quotas.ts'
import * as guesses from './migrations/009-guesses.ts'
import * as versions from './migrations/010-versions.ts'
import * as custody from './migrations/011-custody.ts'
import * as sealedKeys from './migrations/013-sealed-keys.ts'
import * as events from './migrations/014-events.ts'
import * as messages from './migrations/016-messages.ts'
import * as storage from './migrations/017-storage.ts'
import * as blobs from './migrations/018-blobs.ts'
import * as driverAccounts from './migrations/020-driver-accounts.ts'
import * as countDeliveries from './migrations/021-count-deliveries.ts'
import * as members from './migrations/022-members.ts'
import * as invitations from './migrations/023-invitations.ts'
import * as clientsAndDepots from './migrations/024-clients-and-depots.ts'
import * as workspacesOfPeople from './migrations/025-workspaces-of-people.ts'
import * as audit from './migrations/026-audit.ts'
import * as keyScopes from './migrations/027-key-scopes.ts'
import * as personalData from './migrations/028-personal-data.ts'
import * as orders from './migrations/029-orders.ts'
import * as fleet from './migrations/030-fleet.ts'
import * as savedViews from './migrations/033-saved-views.ts'
import * as handovers from './migrations/032-handovers.ts'
import * as planChanges from './migrations/031-plan-changes.ts'
import * as recurringOrders from './migrations/034-recurring-orders.ts'
import * as kindsOfStops from './migrations/035-kinds-of-stops.ts'
import * as statuses from './migrations/036-statuses.ts'
import * as openParcelCodes from './migrations/037-open-parcel-codes.ts'
import * as quickNameWords from './migrations/038-quick-name-words.ts'
import * as quickerHistories from './migrations/039-quicker-histories.ts'
import * as road from './migrations/041-road.ts'
import * as roadSources from './migrations/041-road-sources.ts'
import * as positions from './migrations/042-positions.ts'
import * as proofs from './migrations/043-proofs.ts'
import * as proofsMissing from './migrations/043-proofs-missing.ts'
import * as alerts from './migrations/044-alerts.ts'
import * as fleetCare from './migrations/087-fleet.ts'
import * as fleetDocuments from './migrations/088-fleet-documents.ts'
import * as fuel from './migrations/088-fuel.ts'
import * as pickupPlaces from './migrations/098-pickup-places.ts'
import * as roadCash from './migrations/045-road-cash.ts'
import * as roadRetention from './migrations/047-road-retention.ts'
import * as driverMessages from './migrations/045-messages.ts'
import * as travel from './migrations/049-travel.ts'
import * as workspaceLook from './migrations/048-workspace-look.ts'
import * as revisions from './migrations/050-revisions.ts'
import * as workspaceTill from './migrations/048-workspace-till.ts'
import * as unpublished from './migrations/051-unpublished.ts'
import * as push from './migrations/045-push.ts'
import * as planningTimes from './migrations/052-planning-times.ts'
import * as routeLocks from './migrations/054-route-locks.ts'
import * as tracking from './migrations/055-tracking.ts'
import * as slots from './migrations/057-slots.ts'
import * as addressMemory from './migrations/058-address-memory.ts'
import * as wishes from './migrations/056-wishes.ts'
import * as recipientsMay from './migrations/058-recipients-may.ts'
import * as writtenJson from './migrations/047-written-json.ts'
import * as notifications from './migrations/056-notifications.ts'
import * as quickerAddressKeys from './migrations/059-quicker-address-keys.ts'
import * as notifiedAttempts from './migrations/061-notified-attempts.ts'
import * as optIn from './migrations/061-opt-in.ts'
import * as learned from './migrations/063-learned.ts'
import * as recipientsWindow from './migrations/064-recipients-window.ts'
import * as rangeWidths from './migrations/066-range-widths.ts'
import * as orderPageSource from './migrations/067-order-page-source.ts'
import * as webhooks from './migrations/070-webhooks.ts'
import * as compartments from './migrations/089-compartments.ts'
import * as temperatures from './migrations/090-temperatures.ts'
import * as shopOrigins from './migrations/071-shop-origins.ts'
import * as pay from './migrations/093-pay.ts'
import * as reports from './migrations/100-reports.ts'
import * as eventSpans from './migrations/110-event-spans.ts'
import * as vacuumInPortions from './migrations/111-vacuum-in-portions.ts'
import * as moving from './migrations/123-moving.ts'
import * as traces from './migrations/120-traces.ts'
import * as deletedReports from './migrations/101-deleted-reports.ts'
import * as transfers from './migrations/099-transfers.ts'
import * as clientBilling from './migrations/092-client-billing.ts'
import * as mailIn from './migrations/083-mail-in.ts'
import * as operator from './migrations/083-operator.ts'
import * as figures from './migrations/084-figures.ts'
import * as rehearsals from './migrations/091-rehearsals.ts'
import * as undelivered from './migrations/082-undelivered.ts'
import * as shops from './migrations/076-shops.ts'
import * as shopWrites from './migrations/077-shop-writes.ts'
import * as tiers from './migrations/080-tiers.ts'
import * as billing from './migrations/081-billing.ts'
import * as shipping from './migrations/078-shipping.ts'
import * as apps from './migrations/074-apps.ts'
import * as pluginKeys from './migrations/079-plugin-keys.ts'
import * as narrowerTokens from './migrations/094-narrower-tokens.ts'
import * as strayMail from './migrations/094-stray-mail.ts'
import * as useByDay from './migrations/094-use-by-day.ts'
import * as ratesRefused from './migrations/095-rates-refused.ts'
import * as historyReferences from './migrations/096-history-references.ts'
import * as places from './migrations/097-places.ts'
import * as cashEntries from './migrations/098-cash-entries.ts'
import * as prescriptions from './migrations/099-prescriptions.ts'
import * as nodes from './migrations/127-nodes.ts'
import * as loggedNumbers from './migrations/128-logged-numbers.ts'
import * as attemptsAtPlaces from './migrations/129-attempts-at-places.ts'
import * as quickParcelCodes from './migrations/130-quick-parcel-codes.ts'
import * as longestDetour from './migrations/131-longest-detour.ts'
import * as payPerStop from './migrations/132-pay-per-stop.ts'
import * as overtime from './migrations/133-overtime.ts'
import * as lastInFirstOut from './migrations/134-last-in-first-out.ts'
import * as apartOnBoard from './migrations/135-apart-on-board.ts'
import * as mostTerritories from './migrations/136-most-territories.ts'
import * as compactRoutes from './migrations/137-compact-routes.ts'
import * as otherPlaces from './migrations/138-other-places.ts'
import * as priorityOrder from './migrations/140-priority-order.ts'
import * as speedOfZones from './migrations/141-speed-of-zones.ts'
import { fold, foldedNames, unfold } from './migrations/folded.ts'
import { countStored, isCounted, stopCounting } from './stored-counts.ts'
import { appliedMigrations, isNewer, noteOldest } from './two-versions.ts'
import { whileNobodyWorks } from './while-nobody-works.ts'

/**
 * In order. A migration that has been released is never edited; a new one is added. One that takes away what the release
 * before it uses says with `needs` which program is the oldest that works without it (docs/database.md).
 */
const migrations: Record<string, Migration & { needs?: string }> = {
  '001-baseline': baseline,
  '002-language': language,
  '003-planning-day': planningDay,
  '004-addresses': addresses,
  '005-ending-plans': endingPlans,
  '006-fair-turns': fairTurns,
  '007-quotas': quotas,
  '009-guesses': guesses,
  '010-versions': versions,
  '011-custody': custody,
  '013-sealed-keys': sealedKeys,
  '014-events': events,
  '016-messages': messages,
  '017-storage': storage,
  '018-blobs': blobs,
  '020-driver-accounts': driverAccounts,
  '021-count-deliveries': countDeliveries,
  '022-members': members,
  '023-invitations': invitations,
  '024-clients-and-depots': clientsAndDepots,
  '025-workspaces-of-people': workspacesOfPeople,
  '026-audit': audit,
  '027-key-scopes': keyScopes,
  '028-personal-data': personalData,
  '029-orders': orders,
  '030-fleet': fleet,
  '033-saved-views': savedViews,
  '032-handovers': handovers,
  '031-plan-changes': planChanges,
  '034-recurring-orders': recurringOrders,
  '035-kinds-of-stops': kindsOfStops,
  '036-statuses': statuses,
  '037-open-parcel-codes': openParcelCodes,
  '038-quick-name-words': quickNameWords,
  '039-quicker-histories': quickerHistories,
  '041-road': road,
  '041-road-sources': roadSources,
  '042-positions': positions,
  '043-proofs': proofs,
  '043-proofs-missing': proofsMissing,
  '044-alerts': alerts,
  '045-messages': driverMessages,
  '045-push': push,
  '045-road-cash': roadCash,
  '047-road-retention': roadRetention,
  '047-written-json': writtenJson,
  '048-workspace-look': workspaceLook,
  '048-workspace-till': workspaceTill,
  '049-travel': travel,
  '050-revisions': revisions,
  '051-unpublished': unpublished,
  '052-planning-times': planningTimes,
  '054-route-locks': routeLocks,
  '055-tracking': tracking,
  '056-notifications': notifications,
  '056-wishes': wishes,
  '057-slots': slots,
  '058-address-memory': addressMemory,
  '058-recipients-may': recipientsMay,
  '059-quicker-address-keys': quickerAddressKeys,
  '061-notified-attempts': notifiedAttempts,
  '061-opt-in': optIn,
  '063-learned': learned,
  '064-recipients-window': recipientsWindow,
  '066-range-widths': rangeWidths,
  '067-order-page-source': orderPageSource,
  '070-webhooks': webhooks,
  '089-compartments': compartments,
  '090-temperatures': temperatures,
  '071-shop-origins': shopOrigins,
  '076-shops': shops,
  '077-shop-writes': shopWrites,
  '078-shipping': shipping,
  '079-plugin-keys': pluginKeys,
  '082-undelivered': undelivered,
  '080-tiers': tiers,
  '081-billing': billing,
  '074-apps': apps,
  '083-mail-in': mailIn,
  '083-operator': operator,
  '084-figures': figures,
  '094-narrower-tokens': narrowerTokens,
  '094-stray-mail': strayMail,
  '094-use-by-day': useByDay,
  '095-rates-refused': ratesRefused,
  '096-history-references': historyReferences,
  '097-places': places,
  '099-prescriptions': prescriptions,
  '091-rehearsals': rehearsals,
  '092-client-billing': clientBilling,
  '093-pay': pay,
  '099-transfers': transfers,
  '100-reports': reports,
  '110-event-spans': eventSpans,
  '111-vacuum-in-portions': vacuumInPortions,
  '123-moving': moving,
  '120-traces': traces,
  '101-deleted-reports': deletedReports,
  '087-fleet': fleetCare,
  '088-fuel': fuel,
  '098-pickup-places': pickupPlaces,
  '088-fleet-documents': fleetDocuments,
  '098-cash-entries': cashEntries,
  '127-nodes': nodes,
  '128-logged-numbers': loggedNumbers,
  '129-attempts-at-places': attemptsAtPlaces,
  '130-quick-parcel-codes': quickParcelCodes,
  '131-longest-detour': longestDetour,
  '132-pay-per-stop': payPerStop,
  '133-overtime': overtime,
  '134-last-in-first-out': lastInFirstOut,
  '135-apart-on-board': apartOnBoard,
  '136-most-territories': mostTerritories,
  '137-compact-routes': compactRoutes,
  '138-other-places': otherPlaces,
  '140-priority-order': priorityOrder,
  '141-speed-of-zones': speedOfZones,
}

/** Names of all migrations that databases and backups of this program may name. */
export const migrationNames = [...foldedNames, ...Object.keys(migrations)]

/**
 * Brings the schema up to date, with what counts its rows and who may do what in it; or brings it up to `target`, to load a backup.
 * All of it is one transaction, so that servers that run meanwhile see all of it or nothing. A database that a newer program
 * has changed is left as it is. One caller at a time: servers call it through `prepareDatabase`.
 * @param db connected as the owner of the tables
 * @throws StartError if the database no longer works with this program, or somebody keeps its tables busy
 */
export async function migrate(db: Kysely<unknown>, target?: string): Promise<void> {
  await ensureAppRole(db)
  await sql`create schema if not exists migrations`.execute(db)
  if (target !== undefined) return migrateTo(db, target)
  if (await isNewer(db, migrationNames)) return
  if (db.isTransaction) return upgrade(db)
  if (await isCurrent(db)) return
  await eventSpans.proveFirstSpan(db)
  await whileNobodyWorks(db, upgrade)
}

const migratorOf = (db: Kysely<unknown>) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations }, migrationTableSchema: 'migrations' })

async function migrateTo(db: Kysely<unknown>, target: string): Promise<void> {
  const isFolded = foldedNames.includes(target)
  const { error } = await migratorOf(db).migrateTo(isFolded ? '001-baseline' : target)
  if (error) throw error
  if (!isFolded) return
  if (db.isTransaction) return unfold(db, target)
  await db.transaction().execute((trx) => unfold(trx, target))
}

async function isCurrent(db: Kysely<unknown>): Promise<boolean> {
  const applied = await appliedMigrations(db)
  const isApplied = Object.keys(migrations).every((name) => applied.includes(name))
  return isApplied && (await isAuthorized(db)) && (await isCounted(db))
}

async function upgrade(trx: Kysely<unknown>): Promise<void> {
  await fold(trx)
  const migrator = migratorOf(trx)
  const isBehind = (await migrator.getMigrations()).some(({ executedAt }) => !executedAt)
  if (isBehind) {
    await stopCounting(trx)
    await withdrawApi(trx)
  }
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  await noteOldest(
    trx,
    Object.values(migrations).flatMap(({ needs }) => needs ?? []),
  )
  await countStored(trx)
  await authorize(trx)
}
