import { languageNames } from '#domain/language.ts'

/** What a workspace can choose from. */
export const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone')].map((id) => ({
  id,
  label: id.replaceAll('_', ' '),
}))
export const languages = languageNames()
export const currencies = Intl.supportedValuesOf('currency').map((id) => ({ id, label: id }))
