import type { VroomBreak } from '../json/vroom.ts'

/** Whether a break is due after so much driving or work, as often as need be, rather than once a day. */
export function isRelative({ after_driving, after_working }: VroomBreak): boolean {
  return after_driving !== undefined || after_working !== undefined
}
