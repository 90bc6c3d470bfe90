import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components'
import { FieldFrame, invalidity, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps &
  Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> & { placeholder?: string; rows?: number }

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { label, description, errorMessage, isLabelHidden, className, placeholder, rows = 3, ...rest } = props
  return (
    <AriaTextField {...rest} isInvalid={invalidity(props)} className={className}>
      <FieldFrame {...{ label, description, errorMessage, isLabelHidden, isRequired: rest.isRequired }}>
        <AriaTextArea
          rows={rows}
          placeholder={placeholder}
          className="field-box resize-y px-3 py-2 placeholder:text-ink-faint"
        />
      </FieldFrame>
    </AriaTextField>
  )
}
