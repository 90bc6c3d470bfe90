import type { CustomFieldAudience, CustomFieldType } from '#domain/schema/custom-field.ts'

/** The types of fields, in words. */
export const typeWords: Record<CustomFieldType, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Day',
  yes_no: 'Yes or no',
  choice: 'Choice',
}

/** Who sees a field besides the team, in words. */
export const audienceWords: Record<CustomFieldAudience, string> = {
  driver: 'The driver',
  client: 'The client',
  recipient: 'The recipient',
}

/** All who see a field, in a line. */
export function seenBy(visibleTo: readonly CustomFieldAudience[]): string {
  const others = visibleTo.map((who) => audienceWords[who].toLowerCase())
  return ['Your team', ...others].join(', ')
}
