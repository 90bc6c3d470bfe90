import type { VroomViolation } from '../json/vroom.ts'

/** Reports violations that differ from the recomputed ones. */
export function checkViolations(label: string, told: VroomViolation[], found: VroomViolation[]): string[] {
  const key = (all: VroomViolation[]) =>
    all
      .map(({ cause, duration = 0 }) => `${cause} ${duration}`)
      .sort()
      .join(', ')
  return key(told) === key(found) ? [] : [`violations at ${label} are [${key(told)}], but should be [${key(found)}]`]
}

/** One violation per cause, with durations added up. */
export function sumByCause(violations: VroomViolation[]): VroomViolation[] {
  const causes = [...new Set(violations.map(({ cause }) => cause))]
  return causes.map((cause) => {
    const duration = violations.reduce((sum, each) => sum + (each.cause === cause ? (each.duration ?? 0) : 0), 0)
    return duration > 0 ? { cause, duration } : { cause }
  })
}
