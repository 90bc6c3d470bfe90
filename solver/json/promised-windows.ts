import type { TimeWindow } from './vroom.ts'

/** The part of a job's windows that keeps a promised time; empty if the promise lies outside all of them. */
export function promisedWindows(windows: TimeWindow[] | undefined, promised: number, tolerance: number): TimeWindow[] {
  const [first, last] = [Math.max(0, promised - tolerance), promised + tolerance]
  if (!windows) return [[first, last]]
  return windows
    .map(([from, to]): TimeWindow => [Math.max(from, first), Math.min(to, last)])
    .filter(([from, to]) => from <= to)
}
