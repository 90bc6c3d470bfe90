/** Without a window, what was promised is a range of so long before and after the arrival that was promised. */
export const promiseToleranceSeconds = 30 * 60

/** When a delivery was due. Milliseconds; an open end is null. */
export type Promised = { opens: number | null; closes: number | null }

type Window = { opens: number | null; closes: number | null }

/**
 * What the recipient was promised: the window that the stop was planned into, else half an hour around the arrival that was
 * promised when the route was dispatched. Null if nobody promised anything.
 * @param plannedAt when handing over was planned to begin
 */
export function promiseOf(
  windows: readonly Window[],
  plannedAt: number | null,
  promisedAt: number | null,
): Promised | null {
  const given = windows
    .filter(({ opens, closes }) => opens !== null || closes !== null)
    .toSorted((a, b) => (a.closes ?? Infinity) - (b.closes ?? Infinity))
  const at = plannedAt ?? promisedAt
  const chosen = given.find(({ closes }) => closes === null || at === null || closes >= at) ?? given.at(-1)
  if (chosen) return chosen
  if (promisedAt === null) return null
  const tolerance = promiseToleranceSeconds * 1000
  return { opens: promisedAt - tolerance, closes: promisedAt + tolerance }
}

export type Kept = { kept: boolean; early: boolean; lateSeconds: number }

/**
 * Whether a promise was kept: the driver came before its end, and did not hand over before it began.
 * @param arrivedAt when the driver came
 * @param doneAt when it was handed over, or given up
 */
export function judgePromise({ opens, closes }: Promised, arrivedAt: number, doneAt: number): Kept {
  const lateSeconds = closes === null ? 0 : Math.max(0, Math.round((arrivedAt - closes) / 1000))
  const early = lateSeconds === 0 && opens !== null && doneAt < opens
  return { kept: lateSeconds === 0 && !early, early, lateSeconds }
}
