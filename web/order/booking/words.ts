import { sayDayTime } from '#domain/time.ts'

/** Such as `09:00–11:00`. */
export const timesOf = ({ start, end }: { start: string; end: string }) => `${sayDayTime(start)}–${sayDayTime(end)}`
