import type { CustomField, CustomValues } from '#domain/schema/custom-field.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'

/** A value of one of the workspace's own fields, in words. Empty if there is none. */
export function customWords({ type }: Pick<CustomField, 'type'>, value: CustomValues[string] | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return formatNumber(value)
  return type === 'date' ? formatDay(value) : value
}
