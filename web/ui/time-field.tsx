import {
  DateInput,
  DateSegment,
  TimeField as AriaTimeField,
  type TimeFieldProps as AriaTimeFieldProps,
  type TimeValue,
} from 'react-aria-components'
import { FieldFrame, invalidity, type FieldProps } from './field.tsx'
import { segment, segments } from './segments.ts'

type TimeFieldProps<T extends TimeValue> = FieldProps & Omit<AriaTimeFieldProps<T>, 'children' | 'className' | 'style'>

/** A time of day, with 24 hours or with AM and PM as the language has it. */
export function TimeField<T extends TimeValue>(props: TimeFieldProps<T>) {
  const { label, description, errorMessage, isLabelHidden, className, ...rest } = props
  return (
    <AriaTimeField shouldForceLeadingZeros {...rest} isInvalid={invalidity(props)} className={className}>
      <FieldFrame {...{ label, description, errorMessage, isLabelHidden, isRequired: rest.isRequired }}>
        <DateInput className={`field-box ${segments}`}>
          {(part) => <DateSegment segment={part} className={segment} />}
        </DateInput>
      </FieldFrame>
    </AriaTimeField>
  )
}
