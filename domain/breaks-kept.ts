/** A break of the plan. Times in milliseconds. */
export type DueBreak = {
  from: number
  minutes: number
  /** When it may begin: as the driver's breaks say, or null if they do not. */
  window: { opens: number; closes: number } | null
}

export type TakenBreak = { from: number; to: number }

/** A break of the plan, with what the driver did. */
export type JudgedBreak = {
  from: number
  minutes: number
  /** The break that was taken for it; null if none was. */
  taken: { from: number; minutes: number } | null
  is_in_time: boolean
  is_long_enough: boolean
}

/** Nobody presses a button on the minute. */
const slackMs = 5 * 60_000
const shorterMs = 60_000
/** Around the planned beginning of a break without a window, such as one after hours of driving. */
const aroundMs = 30 * 60_000

/**
 * Whether the breaks of a plan were kept: taken, begun in time and as long as planned. Each break that was taken stands for one
 * of the plan, those that began closest to each other first.
 */
export function judgeBreaks(due: readonly DueBreak[], taken: readonly TakenBreak[]): JudgedBreak[] {
  const pairs = due
    .flatMap((planned) => taken.map((real) => ({ planned, real, apart: Math.abs(real.from - planned.from) })))
    .toSorted((a, b) => a.apart - b.apart || a.planned.from - b.planned.from || a.real.from - b.real.from)
  const takenFor = new Map<DueBreak, TakenBreak>()
  const used = new Set<TakenBreak>()
  for (const { planned, real } of pairs) {
    if (takenFor.has(planned) || used.has(real)) continue
    takenFor.set(planned, real)
    used.add(real)
  }
  return due.toSorted((a, b) => a.from - b.from).map((planned) => judge(planned, takenFor.get(planned)))
}

function judge({ from, minutes, window }: DueBreak, real: TakenBreak | undefined): JudgedBreak {
  if (!real) return { from, minutes, taken: null, is_in_time: false, is_long_enough: false }
  const { opens, closes } = window ?? { opens: from - aroundMs, closes: from + aroundMs }
  const lasted = real.to - real.from
  return {
    from,
    minutes,
    taken: { from: real.from, minutes: Math.round(lasted / 60_000) },
    is_in_time: real.from >= opens - slackMs && real.from <= closes + slackMs,
    is_long_enough: lasted >= minutes * 60_000 - shorterMs,
  }
}

export const isKept = ({ is_in_time, is_long_enough }: Pick<JudgedBreak, 'is_in_time' | 'is_long_enough'>): boolean =>
  is_in_time && is_long_enough
