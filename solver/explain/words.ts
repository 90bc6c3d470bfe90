/** "skill 7" or "skills 7, 8". */
export function listed(word: string, values: readonly number[]): string {
  return `${word}${values.length === 1 ? '' : 's'} ${values.join(', ')}`
}

/** A moment as clock time, with the day if it is not the first; timestamps stay plain seconds. */
export function time(seconds: number): string {
  const day = Math.floor(seconds / 86_400)
  if (day > 30) return `second ${seconds}`
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = `${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}`
  const rest = seconds % 60 > 0 ? `:${two(seconds % 60)}` : ''
  return `${clock}${rest}${day > 0 ? ` on day ${day + 1}` : ''}`
}

/** A duration in a fitting unit. */
export function span(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 360) / 10} h`
}

/** A duration that is never rounded down, so that it is enough. */
export function spanUp(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} min`
  return `${Math.ceil(seconds / 360) / 10} h`
}

/** Meters as kilometers. */
export function kilometers(meters: number): string {
  return `${Math.round(meters / 100) / 10} km`
}

/** Meters as kilometers, never rounded down. */
export function kilometersUp(meters: number): string {
  return `${Math.ceil(meters / 100) / 10} km`
}
