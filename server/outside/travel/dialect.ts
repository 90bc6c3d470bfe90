import type { Profile } from '#domain/travel/profiles.ts'
import type { TravelTable } from '#domain/travel/tables.ts'
import type { RefusedQuestion } from './unavailable.ts'

export type Coordinates = readonly [lng: number, lat: number]

/** Some places to some others. */
export type Question = { profile: Profile; origins: readonly Coordinates[]; destinations: readonly Coordinates[] }

/** One HTTP request, as the path and what follows it. */
export type Ask = { path: string; body?: object }

/** How one routing engine is spoken to. */
export type Dialect = {
  /** What its makers call it. */
  name: string
  /** Whether one address answers for all profiles. */
  hasProfiles: boolean
  /** How many pairs, and how many places of one way, it answers at once by default. */
  mostPairs: number
  /** How many places, from and to, one question may name: an address has to fit. */
  mostPlaces?: number
  mostOnWay: number
  askTable(question: Question): Ask
  /** @throws if the answer is none */
  readTable(answer: unknown, question: Question): TravelTable
  askWay(profile: Profile, places: readonly Coordinates[]): Ask
  /** A polyline with five digits from each place to the next. @throws if the answer is none */
  readWay(answer: unknown, places: readonly Coordinates[]): string[]
  /** What an error says of the question, if the question is the problem. */
  judge(status: number, answer: unknown): RefusedQuestion | undefined
}
