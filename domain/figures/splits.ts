/** By what figures are told apart. */
export const figureSplits = ['driver', 'vehicle', 'depot', 'client', 'area', 'hour', 'window', 'reason'] as const
export type FigureSplit = (typeof figureSplits)[number]

/** As people read them. */
export const splitLabels: Record<FigureSplit, string> = {
  driver: 'Driver',
  vehicle: 'Vehicle',
  depot: 'Depot',
  client: 'Client',
  area: 'Area',
  hour: 'Hour',
  window: 'Window',
  reason: 'Reason',
}

/** Splits that whole routes have too. */
export const routeSplits = ['driver', 'vehicle', 'depot'] as const
export const isRouteSplit = (split: FigureSplit | undefined): boolean =>
  split === undefined || (routeSplits as readonly string[]).includes(split)

/** What stands for none in filters, such as deliveries without a client. */
export const noKey = 'none'

/** The window of a delivery, widened to whole hours, so that there are few: `09-12`. Null without one. */
export function windowKey(start: string | null, end: string | null): string | null {
  if (start === null && end === null) return null
  const hour = (time: string) => Number(time.slice(0, 2))
  const from = start === null ? '00' : String(hour(start)).padStart(2, '0')
  const to = end === null ? '24' : String(hour(end) + (end.slice(3, 5) === '00' ? 0 : 1)).padStart(2, '0')
  return `${from}-${to}`
}
