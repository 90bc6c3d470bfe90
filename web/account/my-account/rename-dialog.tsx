import type { FormEvent } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainField } from '#web/ui/plain-field.tsx'
import { useAttempt } from '../use-attempt.ts'

type RenameDialogProps<T> = {
  item: T | undefined
  title: string
  label: string
  hint?: string
  nameOf: (item: T) => string
  /** Rejects with the sentence to show if it fails. */
  rename: (item: T, name: string) => Promise<unknown>
  onClose: () => void
  onDone: () => void
}

/** Renames something. Stays open with what was typed if that fails. */
export function RenameDialog<T>(props: RenameDialogProps<T>) {
  const { item, title, label, hint, nameOf, rename, onClose, onDone } = props
  const { busy, failure, setFailure, run } = useAttempt()
  const close = () => {
    setFailure(undefined)
    onClose()
  }
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (item === undefined) return
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (!name) return setFailure('Enter a name.')
    const isDone = await run('save', async () => {
      try {
        await rename(item, name)
        return undefined
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    })
    if (!isDone) return
    close()
    onDone()
  }
  return (
    <Dialog isOpen={item !== undefined} onOpenChange={(isOpen) => !isOpen && close()} title={title}>
      <form onSubmit={(event) => void save(event)} noValidate className="grid gap-4">
        {failure && <PlainAlert>{failure}</PlainAlert>}
        <PlainField
          label={label}
          hint={hint}
          name="name"
          maxLength={120}
          autoFocus
          defaultValue={item === undefined ? '' : nameOf(item)}
          onFocus={(event) => event.target.select()}
        />
        <div className="flex justify-end gap-2">
          <PlainButton variant="quiet" onClick={close}>
            Cancel
          </PlainButton>
          <PlainButton type="submit" variant="primary" isPending={busy !== undefined}>
            Save name
          </PlainButton>
        </div>
      </form>
    </Dialog>
  )
}
