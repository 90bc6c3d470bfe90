import { formatsIn, type Formats } from '#domain/formats.ts'
import { defaultLanguage, type Language } from '#domain/language.ts'

// One for the whole page. `Providers` sets it, and draws the page again when it changes.
let formats = formatsIn(defaultLanguage)

/** From now on, dates, times and numbers are written as in this language. */
export function writeIn(wanted: Language): void {
  formats = formatsIn(wanted)
}

export const formatNumber: Formats['formatNumber'] = (...all) => formats.formatNumber(...all)
export const formatPercent: Formats['formatPercent'] = (...all) => formats.formatPercent(...all)
export const formatKilometers: Formats['formatKilometers'] = (...all) => formats.formatKilometers(...all)
export const formatLiters: Formats['formatLiters'] = (...all) => formats.formatLiters(...all)
export const formatVolume: Formats['formatVolume'] = (...all) => formats.formatVolume(...all)
export const formatKilograms: Formats['formatKilograms'] = (...all) => formats.formatKilograms(...all)
export const formatDuration: Formats['formatDuration'] = (...all) => formats.formatDuration(...all)
export const formatAgo: Formats['formatAgo'] = (...all) => formats.formatAgo(...all)
export const formatTime: Formats['formatTime'] = (...all) => formats.formatTime(...all)
export const formatTimeOfDay: Formats['formatTimeOfDay'] = (...all) => formats.formatTimeOfDay(...all)
export const withTimes: Formats['withTimes'] = (...all) => formats.withTimes(...all)
export const formatDate: Formats['formatDate'] = (...all) => formats.formatDate(...all)
export const formatDateTime: Formats['formatDateTime'] = (...all) => formats.formatDateTime(...all)
export const formatDay: Formats['formatDay'] = (...all) => formats.formatDay(...all)
export const formatMonth: Formats['formatMonth'] = (...all) => formats.formatMonth(...all)
export const formatDayBriefly: Formats['formatDayBriefly'] = (...all) => formats.formatDayBriefly(...all)
export const formatWindow: Formats['formatWindow'] = (...all) => formats.formatWindow(...all)
export const formatHours: Formats['formatHours'] = (...all) => formats.formatHours(...all)
export const countOf: Formats['countOf'] = (...all) => formats.countOf(...all)
export const formatMoney: Formats['formatMoney'] = (...all) => formats.formatMoney(...all)

/** How a language writes, as an example to choose by: `Tue 24 Mar 2026, 14:05 · 1,234.5`. */
export function formatSample(of: Language): string {
  const { formatDay, formatTimeOfDay, formatNumber } = formatsIn(of)
  return `${formatDay('2026-03-24')}, ${formatTimeOfDay('14:05')} · ${formatNumber(1234.5)}`
}
