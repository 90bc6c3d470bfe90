import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'

type ConfirmDialogProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** What will happen, in a sentence. */
  children: ReactNode
  /** A verb for the action, such as "Delete 3 vehicles", never "OK". */
  confirmLabel: string
  cancelLabel?: string
  isDestructive?: boolean
  isPending?: boolean
  onConfirm: () => void
}

/** Asks before something that cannot be undone. If it can, do it and offer Undo in a toast instead. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      className="fade fixed inset-0 z-[1600] grid h-(--visual-viewport-height) place-items-center bg-scrim p-4"
    >
      <Modal className="w-full max-w-md rounded-2xl bg-raised shadow-raised">
        <AriaDialog role="alertdialog" className="p-5 outline-none">
          <Heading slot="title" className="text-base font-semibold tracking-tight">
            {props.title}
          </Heading>
          <div className="mt-2 text-ink-muted">{props.children}</div>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button onPress={() => props.onOpenChange(false)} isDisabled={props.isPending}>
              {props.cancelLabel ?? 'Cancel'}
            </Button>
            <Button
              variant={props.isDestructive ? 'danger' : 'primary'}
              isPending={props.isPending}
              onPress={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
