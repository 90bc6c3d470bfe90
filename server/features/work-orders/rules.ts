import { openStates, type WorkOrder } from '#domain/schema/work-order.ts'

/** Whether something is still to be done. */
export const isOpen = ({ state }: Pick<WorkOrder, 'state'>) => openStates.some((each) => each === state)

type Checked = { defects: readonly { part: string; note?: string | null | undefined; blocking: boolean }[] }

/** What the work order of a check is called, such as “Repair brakes, lights”; nothing if the vehicle may drive. */
export function titleOfCheck({ defects }: Checked): string | undefined {
  const parts = [...new Set(defects.flatMap(({ part, blocking }) => (blocking ? [part] : [])))]
  return parts.length ? `Repair ${parts.toSorted().join(', ')}`.slice(0, 200) : undefined
}

/** What the driver wrote about it. */
export function noteOfCheck({ defects }: Checked): string | null {
  const notes = defects.flatMap(({ part, note, blocking }) => (blocking && note ? [`${part}: ${note}`] : []))
  return notes.join('\n').slice(0, 2000) || null
}

/** What an alert says of plans that use a vehicle in the workshop. */
export function awaySentence({ vehicle_code, title }: WorkOrder, routes: readonly { day: string }[]): string {
  const days = [...new Set(routes.map(({ day }) => day))]
  const shown = days.length > 3 ? `${days.slice(0, 3).join(', ')} and ${days.length - 3} more days` : days.join(', ')
  return `A plan for ${shown} uses ${vehicle_code}, which is in the workshop then (${title}). Give its route another vehicle.`
}
