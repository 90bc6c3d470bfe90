import type { DriverDay } from '#domain/schema/driver-day.ts'

/** Where somebody is, is nobody's business outside of a shift, or on a break. */
export const mayLocate = (day: Pick<DriverDay, 'shift'> | null): boolean =>
  day?.shift != null && day.shift.on_break_since === null
