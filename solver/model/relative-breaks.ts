import type { VroomBreak } from '../json/vroom.ts'

/** Whether a break is due after driving or work, as often as needed, rather than once in a window. */
export function isRelative({ after_driving, after_working }: VroomBreak): boolean {
  return after_driving !== undefined || after_working !== undefined
}
