import type { MapStop } from '../map-types.ts'

/** How a stop looks on the map. */
export type StopMark = {
  label: string
  color: string
  ring?: string | undefined
  /** What gives it its size. The selected one lies on top. */
  className: string
}

/** The mark of a stop. The selected one is never muted, is the largest and lies on top. */
export function stopMark(
  stop: Pick<MapStop, 'label' | 'color' | 'muted' | 'locked' | 'ring'>,
  isSelected: boolean,
): StopMark {
  const isMuted = stop.muted === true && !isSelected
  const classes = ['karta-stop']
  if (isSelected) classes.push('karta-stop-selected')
  if (stop.ring && !isSelected) classes.push('karta-stop-ringed')
  if (stop.locked) classes.push('karta-stop-locked')
  if (isMuted) classes.push('karta-stop-muted')
  if (stop.label.length > 2) classes.push('karta-stop-long')
  return {
    label: isMuted ? '' : stop.label,
    color: stop.color,
    ring: stop.ring,
    className: classes.join(' '),
  }
}

/** Whether the two marks look the same. */
export function isSameMark(one: StopMark, other: StopMark): boolean {
  return (
    one.label === other.label &&
    one.color === other.color &&
    one.ring === other.ring &&
    one.className === other.className
  )
}
