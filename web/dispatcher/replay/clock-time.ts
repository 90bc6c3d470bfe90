import { timeOf } from '#domain/time.ts'

/** A moment as a clock in the zone shows it: `14:05:09`. */
export function clockTime(at: number, zone: string): string {
  const seconds = Math.floor(at / 1000) % 60
  return `${timeOf(new Date(at), zone)}:${String(seconds).padStart(2, '0')}`
}
