/** So long the same label in front of the camera is one scan. */
const quietMs = 2500

/** Lets a code through once while its label stays in sight, and again when it comes back. */
export function repeatGuard(): (code: string, now: number) => boolean {
  const seen = new Map<string, number>()
  return (code, now) => {
    const last = seen.get(code)
    seen.set(code, now)
    return last === undefined || now - last > quietMs
  }
}
