import { distanceKm } from '../great-circle.ts'
import { isSignature, type Stroke } from './signature.ts'
import type { ProofFlag } from './proof-flags.ts'
import { whatWasScanned } from './scanned.ts'

type Place = { lat: number; lng: number }
type At = Place & { accuracy_m: number | null }

/** A proof as the phone wrote it: the parts that are judged. */
export type Judged = {
  kind: string
  strokes?: readonly Stroke[]
  code?: string
  years?: number
  matches?: boolean
  celsius?: number
}

/** What a proof is judged by. */
export type Measure = {
  id: string
  number: number
  parcels: { code: string | null }[]
  minimum_age: number | null
  temperature_min_c: number | null
  temperature_max_c: number | null
  pin: Place | null
}

/** How far from the pin a fix is, in meters. What the phone is unsure of counts in its favor, up to 100 m. */
export function metersFromPin(pin: Place | null, fix: At | null): number | null {
  if (!pin || !fix) return null
  return Math.max(0, distanceKm(pin, fix) * 1000 - Math.min(fix.accuracy_m ?? 0, 100))
}

/** Kinds that have to be taken at the door. */
const takenAtTheDoor = ['photo', 'signature', 'scan', 'pin', 'age', 'identity']

/** What is doubtful about a proof, as far as the proof and the delivery say. A PIN is judged by whoever knows it. */
export function flagsOf(proof: Judged, delivery: Measure, fix: At | null, farFromPin: number): ProofFlag[] {
  const meters = metersFromPin(delivery.pin, fix)
  const flags: (ProofFlag | false)[] = [
    takenAtTheDoor.includes(proof.kind) && !fix && 'no_place',
    meters !== null && meters > farFromPin && 'far_from_pin',
    proof.kind === 'signature' && !isSignature(proof.strokes ?? []) && 'thin_signature',
    proof.kind === 'scan' && whatWasScanned(proof.code ?? '', delivery).is === 'unknown' && 'wrong_code',
    proof.kind === 'age' && (proof.years ?? 0) < (delivery.minimum_age ?? 0) && 'too_young',
    proof.kind === 'identity' && !proof.matches && 'other_name',
    ...(proof.kind === 'temperature' ? [temperatureFlag(proof.celsius, delivery)] : []),
  ]
  return flags.filter((flag) => flag !== false)
}

/** Whether a reading is outside of what the goods bear. */
export function temperatureFlag(
  celsius: number | undefined,
  { temperature_min_c: min, temperature_max_c: max }: Pick<Measure, 'temperature_min_c' | 'temperature_max_c'>,
): 'too_cold' | 'too_warm' | false {
  if (celsius === undefined) return false
  if (min !== null && celsius < min) return 'too_cold'
  return max !== null && celsius > max && 'too_warm'
}
