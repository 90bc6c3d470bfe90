import type { useRecordForm } from '#web/lib/use-record-form.ts'
import type { DeliveryValues } from './delivery-values.ts'

export type DeliveryFormState = Pick<
  ReturnType<typeof useRecordForm<DeliveryValues, unknown>>,
  'values' | 'set' | 'problemOf' | 'field'
>

/** What every part of the form gets. */
export type FieldsProps = Pick<DeliveryFormState, 'values' | 'set' | 'problemOf'> & {
  /** What the field of one value needs. */
  bound: <Name extends keyof DeliveryValues>(
    name: Name,
    isDisabled?: boolean,
  ) => {
    value: DeliveryValues[Name]
    onChange: (value: DeliveryValues[Name]) => void
    errorMessage: string | undefined
    isDisabled: boolean
  }
  /** Whether a value cannot change: the delivery is on a route that depends on it, or nothing can be changed. */
  isLocked: (name: keyof DeliveryValues) => boolean
  /** Nothing can be changed. */
  isReadOnly: boolean
  /** It is an order that comes again: it has neither a day nor a reference. */
  isRecurring?: boolean
}

/** The first problem of these values, or of a part of one. */
export function anyProblem(problemOf: FieldsProps['problemOf'], names: readonly (keyof DeliveryValues)[]) {
  return names.some((name) => problemOf(name) !== undefined)
}
