import type { ReactNode } from 'react'
import {
  Group,
  Input,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components'
import { bareInput, FieldFrame, invalidity, type FieldProps } from './field.tsx'

type TextFieldProps = FieldProps &
  Omit<AriaTextFieldProps, 'children' | 'className' | 'style'> & {
    placeholder?: string
    /** An icon or a unit before the text. */
    prefix?: ReactNode
    /** A unit or a button after the text. */
    suffix?: ReactNode
  }

/** One line of text. `type` makes it an email, password, telephone or URL field. */
export function TextField(props: TextFieldProps) {
  const { label, description, errorMessage, isLabelHidden, className, placeholder, prefix, suffix, ...rest } = props
  return (
    <AriaTextField {...rest} isInvalid={invalidity(props)} className={className}>
      <FieldFrame {...{ label, description, errorMessage, isLabelHidden, isRequired: rest.isRequired }}>
        <Group className="field-box">
          {prefix && <span className="pl-3 text-ink-muted [&>svg]:size-4">{prefix}</span>}
          <Input placeholder={placeholder} className={bareInput} />
          {suffix && <span className="pr-1.5 text-ink-muted">{suffix}</span>}
        </Group>
      </FieldFrame>
    </AriaTextField>
  )
}
