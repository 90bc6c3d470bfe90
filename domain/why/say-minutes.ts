/** A duration in words, never rounded down: `12 min`, `2 h 5 min`. */
export function sayMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest ? `${hours} h ${rest} min` : `${hours} h`
}
