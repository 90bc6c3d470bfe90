/** The values of the Basic Configuration page. Times are HH:MM. */
export type Configuration = { depotAddress: string; startTime: string; endTime: string; timeZone: string }

export const defaults = { startTime: '09:00', endTime: '17:00' } as const

/** Every time zone that the browser knows, including its own. */
export function timeZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ownTimeZone()])].sort()
}

/** The device's time zone. */
export function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export type Problems = Partial<Record<keyof Configuration, string>>

/** What prevents the configuration from being saved, by field. */
export function problemsOf(configuration: Configuration): Problems {
  const { depotAddress, startTime, endTime } = configuration
  return {
    ...(!depotAddress.trim() && { depotAddress: 'Enter the address that your routes start from.' }),
    ...(depotAddress.length > 300 && { depotAddress: 'At most 300 characters.' }),
    ...(!startTime && { startTime: 'Choose when your day starts.' }),
    ...(!endTime && { endTime: 'Choose when your day ends.' }),
    ...(startTime && endTime && startTime >= endTime && { endTime: 'The day ends before it starts.' }),
  }
}
