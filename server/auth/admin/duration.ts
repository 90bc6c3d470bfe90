const unitMs: Record<string, number> = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** The longest duration that this notation can express: 292 years. */
const maxMs = 2_562_047 * 3_600_000

/** The milliseconds of a duration such as `24h` or `1h30m`, or undefined if it is not one. */
export function readDuration(text: string): number | undefined {
  if (text === '0') return 0
  if (!/^\+?((\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined
  const parts = [...text.matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g)]
  const total = parts.reduce((sum, [, count, unit]) => sum + Number(count) * unitMs[unit!]!, 0)
  return total <= maxMs ? total : undefined
}
