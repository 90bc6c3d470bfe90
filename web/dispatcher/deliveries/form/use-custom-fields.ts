import type { CustomField } from '#domain/schema/custom-field.ts'

const none: readonly CustomField[] = []

/** The workspace's own fields, in their order. */
export function useCustomFields(): readonly CustomField[] {
  return none
}
