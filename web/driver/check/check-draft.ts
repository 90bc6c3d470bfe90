import type { RoadData, vehicleParts } from '#domain/road/entry.ts'
import type { TakenPhoto } from '../camera/take-photo.ts'
import type { KeptPhoto } from '../store/database.ts'

export type VehiclePart = (typeof vehicleParts)[number]

/** In the order of a walk around the vehicle. The type check holds them against the declared ones. */
export const partNames = Object.keys({
  tires: 0,
  brakes: 0,
  lights: 0,
  mirrors: 0,
  body: 0,
  engine: 0,
  cooling: 0,
  doors: 0,
  other: 0,
} satisfies Record<VehiclePart, 0>) as VehiclePart[]

export type DefectDraft = { part: VehiclePart; blocking: boolean; note: string; photos: TakenPhoto[] }

/** A check of a vehicle as far as it is filled in. */
export type CheckDraft = { odometer: string; fuel: string; defects: DefectDraft[]; photos: TakenPhoto[] }

export const newCheck = (): CheckDraft => ({ odometer: '', fuel: '', defects: [], photos: [] })

/** A part is in order, or it is not. */
export function togglePart(defects: readonly DefectDraft[], part: VehiclePart): DefectDraft[] {
  const others = defects.filter((defect) => defect.part !== part)
  if (others.length < defects.length) return others
  const all = [...others, { part, blocking: false, note: '', photos: [] }]
  return all.toSorted((one, other) => partNames.indexOf(one.part) - partNames.indexOf(other.part))
}

function numberIn(typed: string, most: number): number | null | undefined {
  if (!typed.trim()) return null
  const value = Number(typed.replace(',', '.'))
  return Number.isFinite(value) && value >= 0 && value <= most ? value : undefined
}

/** What the check says, with its photos; nothing while a number makes no sense or a defect is not described. */
export function checkOf(
  vehicleId: string,
  { odometer, fuel, defects, photos }: CheckDraft,
): { data: RoadData['vehicle_checked']; photos: Pick<KeptPhoto, 'id' | 'blob' | 'original'>[] } | undefined {
  const odometer_km = numberIn(odometer, 10_000_000)
  const fuel_percent = numberIn(fuel, 100)
  if (odometer_km === undefined || fuel_percent === undefined) return undefined
  if (defects.some(({ note }) => !note.trim())) return undefined
  const all = [...photos, ...defects.flatMap((defect) => defect.photos)]
  return {
    data: {
      vehicle_id: vehicleId,
      odometer_km,
      fuel_percent,
      defects: defects.map(({ part, blocking, note, photos: taken }) => ({
        part,
        blocking,
        note: note.trim(),
        photos: taken.map(({ photo }) => photo),
      })),
      photos: photos.map(({ photo }) => photo),
    },
    photos: all.map(({ kept }) => kept),
  }
}
