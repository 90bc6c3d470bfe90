import { messageLanguageNames, type MessageLanguage } from '#domain/messages/languages.ts'
import type { ParcelPlace, DeliveryKind, Requirement } from '#domain/schema/order.ts'
import { formatNumber } from '#web/lib/format.ts'

/** The kinds of deliveries in words, in the order in which people choose from them. */
export const kindWords: Record<DeliveryKind, string> = {
  delivery: 'Delivery',
  return: 'Return',
  exchange: 'Exchange',
}

/** What each kind means. */
export const kindNotes: Record<DeliveryKind, string> = {
  delivery: 'Brought to the recipient.',
  return: 'Collected from the recipient and brought to the depot.',
  exchange: 'Something is brought, and something else is collected.',
}

/** A language of recipients, as people look for it. */
export const languageWords = (id: string) =>
  id in messageLanguageNames ? messageLanguageNames[id as MessageLanguage] : 'The usual one'

/** What the driver has to bring or check, in words. */
export const requirementWords: Record<Requirement, string> = {
  photo: 'Photo',
  signature: 'Signature',
  pin: 'PIN',
  scan: 'Scan of every parcel',
  age: 'Age check',
  identity: 'Identity check',
}

/** Where a parcel lies, in words: `Back, left, shelf`. */
export function placeInVan({ row, side, level }: ParcelPlace): string {
  const words = [row, side, level].filter((word) => word !== null).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A range of temperatures in words: `2 to 8 °C`, `at most −18 °C`. */
export function temperatureWords(min: number | null, max: number | null): string | undefined {
  if (min !== null && max !== null) return `${formatNumber(min)} to ${formatNumber(max)} °C`
  if (min !== null) return `At least ${formatNumber(min)} °C`
  return max === null ? undefined : `At most ${formatNumber(max)} °C`
}
