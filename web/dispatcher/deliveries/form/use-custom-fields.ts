import { useQuery } from '@tanstack/react-query'
import type { CustomField } from '#domain/schema/custom-field.ts'
import { useMay } from '#web/lib/me.ts'
import { inOrder } from '../../custom-fields/field-order.ts'
import { customFieldsQuery } from '../../queries.ts'

const none: readonly CustomField[] = []

/** The workspace's own fields, in their order, with the archived ones last. */
export function useCustomFields(): readonly CustomField[] {
  const maySee = useMay('see_deliveries')
  const { data } = useQuery({ ...customFieldsQuery, enabled: maySee, select: inOrder })
  return data ?? none
}
