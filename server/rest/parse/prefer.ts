import { RestError } from '../protocol/errors.ts'

const known = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const

type Known = typeof known

/** What a request prefers. The first of several values counts. */
export type Preferences = { [Name in keyof Known]?: Known[Name][number] } & { maxAffected?: number; timezone?: string }

/**
 * Reads the header `Prefer`.
 * @param timeZones whether there is such a time zone
 * @throws RestError PGRST122 if the handling is strict and something is unknown
 */
export function parsePrefer(
  header: string | string[] | undefined,
  isTimeZone: (name: string) => boolean = () => true,
): Preferences {
  const preferences: Record<string, string | number> = {}
  const unknown: string[] = []
  const words = [header ?? []].flat().flatMap((each) => each.split(','))
  for (const word of words.map((each) => each.trim()).filter(Boolean)) {
    const [name = '', value = ''] = splitOnce(word)
    if (name in known && (known[name as keyof Known] as readonly string[]).includes(value)) preferences[name] ??= value
    else if (name === 'max-affected' && /^\d{1,9}$/.test(value)) preferences.maxAffected ??= Number(value)
    else if (name === 'timezone' && isTimeZone(value)) preferences.timezone ??= value
    else unknown.push(word)
  }
  if (preferences.handling === 'strict' && unknown.length) {
    throw new RestError('PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  }
  return preferences
}

function splitOnce(word: string): [string, string] {
  const at = word.indexOf('=')
  return at < 0 ? [word, ''] : [word.slice(0, at).trim(), word.slice(at + 1).trim()]
}

/** The header `Preference-Applied`: those of these that were given. */
export function appliedPreferences(preferences: Preferences, names: (keyof Preferences)[]): string | undefined {
  const applied = names
    .filter((name) => preferences[name] !== undefined)
    .map((name) => `${name === 'maxAffected' ? 'max-affected' : name}=${preferences[name]}`)
  return applied.length ? applied.join(', ') : undefined
}
