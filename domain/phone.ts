import { getCountries, isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

export type PhoneNumber = {
  /** E.164 with its `+`. */
  number: string
  /** ISO 3166; undefined for numbers of no country, such as satellite phones. */
  country: string | undefined
}

/**
 * A phone number in any way that people write it: `+62 812…`, `0062812…`, `(0812) 3456-789`. Without a country code it is a
 * number of `country`. Undefined if no phone can have it.
 */
export function readPhone(written: string, country: string | null): PhoneNumber | undefined {
  const given = written.trim().replace(/^00(?=[1-9])/, '+')
  if (given.length > 40) return undefined
  const of = country && isSupportedCountry(country) ? (country as CountryCode) : undefined
  const found = parsePhoneNumberFromString(given, { ...(of && { defaultCountry: of }), extract: false })
  return found?.isPossible() ? { number: found.number, country: found.country } : undefined
}

export const isCountry = (code: string): boolean => isSupportedCountry(code)

/** The country of a workspace's phone numbers: as it says, otherwise of its time zone, otherwise of most who speak its language. */
export const countryFor = (of: { country?: string | null; zone: string; language: string }): string =>
  of.country ?? countryOfZone(of.zone) ?? countryOf(of.language)

const countryOf = (language: string): string => new Intl.Locale(language).maximize().region ?? 'US'

const byZone = new Map<string, string>()

function countryOfZone(zone: string): string | undefined {
  if (!byZone.size) for (const country of getCountries()) for (const each of zonesIn(country)) byZone.set(each, country)
  // Zones of countries are listed by their oldest names.
  return byZone.get(zone) ?? byZone.get(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone)
}

/**
 * Where it is day or night for a recipient: in the workspace's zone, since its drivers come to the door. A number of another
 * country that has one time zone says that the phone is there.
 */
export function zoneOf(phone: PhoneNumber | undefined, { country, zone }: { country: string; zone: string }): string {
  if (!phone?.country || phone.country === country) return zone
  const zones = zonesIn(phone.country)
  return zones.length === 1 ? zones[0]! : zone
}

type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined }

const zonesIn = (country: string): string[] => (new Intl.Locale(`und-${country}`) as WithZones).getTimeZones?.() ?? []
