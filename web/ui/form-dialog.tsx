import { useId, type ReactNode } from 'react'
import { Form } from 'react-aria-components'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  description?: string
  /** The words of the button that sends the form. */
  submit: string
  form: { isChanged: boolean; isSaving: boolean; submit: () => Promise<unknown> }
  onClose: () => void
  children: ReactNode
}

/** A form over one record in a dialog: saves on Enter, and a press outside does not throw changes away. */
export function FormDialog({ title, description, submit, form, onClose, children }: Props) {
  const id = useId()
  return (
    <Dialog
      isOpen
      size="medium"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
      isDismissable={!form.isChanged && !form.isSaving}
      footer={
        <>
          <Button onPress={onClose} isDisabled={form.isSaving}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={id} isPending={form.isSaving}>
            {submit}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
        className="flex flex-col gap-5"
      >
        {children}
      </Form>
    </Dialog>
  )
}
