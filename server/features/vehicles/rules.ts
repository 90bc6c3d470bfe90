import { isSameJson } from '#domain/chain/canonical-json.ts'
import { AppError } from '#domain/errors.ts'
import { plateKey, vehicleKeys } from '#domain/import/vehicle-rows.ts'
import { judgeRows, type Verdict } from '#domain/import/verdicts.ts'
import { isTemperatureRange, temperatureMessage } from '#domain/schema/fleet-fields.ts'
import type { Vehicle, VehicleRow } from '#domain/schema/vehicle.ts'

/** The prefix of generated codes. */
export const codePrefix = 'KA-'

const firstNumber = 1001

/** The lowest free codes `KA-1001`, `KA-1002`, … */
export function freeCodes(taken: Iterable<string>, count: number): string[] {
  const used = new Set(taken)
  const free: string[] = []
  for (let number = firstNumber; free.length < count; number++) {
    const code = `${codePrefix}${number}`
    if (!used.has(code)) free.push(code)
  }
  return free
}

/**
 * Checks a range of temperatures of which a change may contain only one end; the other is the stored one.
 * @throws AppError `validation_failed`
 */
export function checkTemperatures(vehicle: Pick<Vehicle, 'temperature_min_c' | 'temperature_max_c'>): void {
  if (isTemperatureRange(vehicle)) return
  const { path, message } = temperatureMessage
  throw new AppError('validation_failed', { errors: [{ path: path.join('.'), message }] })
}

export type KnownVehicle = Pick<Vehicle, 'id' | Exclude<keyof VehicleRow, 'type'>> & { type: string }

/** What the rows of an import do. A plate belongs to one vehicle, and a new vehicle without a code gets a free one. */
export function judgeVehicles(
  rows: VehicleRow[],
  known: KnownVehicle[],
  at?: number[] | undefined,
): Verdict<KnownVehicle, VehicleRow>[] {
  const ownerOfPlate = new Map<string | null, { code: string }>(known.map((each) => [plateKey(each.plate), each]))
  const codes = freeCodes([...known.map(({ code }) => code), ...rows.map(({ code }) => code ?? '')], rows.length)
  return judgeRows<VehicleRow, KnownVehicle, VehicleRow>({
    rows,
    at,
    known,
    plural: 'vehicles',
    keysOf: vehicleKeys,
    resolve: (row, before) => {
      if (!isTemperatureRange({ ...before, ...row })) return { reason: temperatureMessage.message }
      const plate = plateKey(row.plate)
      const owner = plate === null ? undefined : ownerOfPlate.get(plate)
      if (owner && owner !== before) return { reason: `${owner.code} already has this plate.` }
      if (!before) {
        const code = row.code ?? codes.shift()!
        ownerOfPlate.set(plate, { code })
        return { values: { ...row, code } }
      }
      // Other letters and spaces are not a change.
      const isSamePlate = plate !== null && plate === plateKey(before.plate)
      const isSameInside = row.compartments && isSameJson(row.compartments, before.compartments ?? [])
      return {
        values: {
          ...row,
          code: undefined,
          ...(isSamePlate && { plate: undefined }),
          ...(isSameInside && { compartments: undefined }),
        },
      }
    },
  })
}
