import type { Problem, VehicleType } from '../../model/problem.ts'

/** Vehicle types that drive and work alike, by number: a sequence of jobs takes the same time with each. */
export type Family = {
  types: number[]
  /** One of them, with the table of distances if any of them needs it. */
  like: VehicleType
}

/** The families of a problem's vehicle types. */
export function familiesOf({ types }: Problem): Family[] {
  const families: Family[] = []
  types.forEach((type, t) => {
    const family = families.find(
      ({ like }) => like.costs === type.costs && like.durations === type.durations && like.service === type.service,
    )
    if (!family) families.push({ types: [t], like: type })
    else {
      family.types.push(t)
      if (!family.like.distances) family.like = type
    }
  })
  return families
}
