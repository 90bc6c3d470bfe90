import Papa from 'papaparse'
import { toCsvCell } from '#domain/import/csv-cell.ts'
import type { Delivery } from '#domain/schema/delivery.ts'

type Cell = string | number | null

/** The columns of the sample files, so that an export can be imported again, and others that people want to know. */
const columns: Record<string, (delivery: Delivery, names: ReadonlyMap<string, string>) => Cell> = {
  reference: (delivery) => delivery.reference,
  pickup_address: (delivery) => delivery.pickup_address,
  delivery_address: (delivery) => delivery.delivery_address,
  lat: (delivery) => delivery.delivery_location?.lat ?? null,
  lng: (delivery) => delivery.delivery_location?.lng ?? null,
  recipient_name: (delivery) => delivery.recipient_name,
  recipient_phone: (delivery) => delivery.recipient_phone,
  recipient_email: (delivery) => delivery.recipient_email,
  scheduled_date: (delivery) => delivery.scheduled_date,
  window_start: (delivery) => delivery.window_start,
  window_end: (delivery) => delivery.window_end,
  service_minutes: (delivery) => delivery.service_minutes,
  weight_kg: (delivery) => delivery.weight_kg,
  volume_l: (delivery) => delivery.volume_l,
  priority: (delivery) => delivery.priority,
  skills: (delivery) => delivery.skills.join(';'),
  notes: (delivery) => delivery.notes,
  client: ({ client_id }, names) => names.get(client_id ?? '') ?? null,
  depot: ({ depot_id }, names) => names.get(depot_id ?? '') ?? null,
  karta_number: (delivery) => delivery.number,
  status: (delivery) => delivery.status,
  driver: (delivery) => delivery.driver_name,
  wanted_driver: (delivery) => delivery.wanted_driver_name,
  position_source: (delivery) => delivery.location_source,
  position_confidence: (delivery) => delivery.location_confidence,
}

/**
 * Deliveries as a CSV file whose cells no spreadsheet runs as formulas.
 * @param names those of clients and depots, by ID
 */
export function toCsv(deliveries: readonly Delivery[], names: ReadonlyMap<string, string>): string {
  return Papa.unparse(
    {
      fields: Object.keys(columns),
      data: deliveries.map((delivery) => Object.values(columns).map((cell) => toCsvCell(cell(delivery, names)))),
    },
    { newline: '\r\n' },
  )
}

type Page = { data: Delivery[]; next_cursor: string | null; total: number }

/** Reads every page of a list and reports its progress. Rejects with the signal's reason when aborted. */
export async function readAll(
  read: (cursor: string | undefined) => Promise<Page>,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Delivery[]> {
  const all: Delivery[] = []
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    signal.throwIfAborted()
    all.push(...page.data)
    onProgress(all.length, page.total)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return all
}
