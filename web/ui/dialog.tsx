import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'

type OverlayProps = {
  /** Omit inside a DialogTrigger, which then opens and closes it. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  title: string
  description?: ReactNode
  children?: ReactNode | ((close: () => void) => ReactNode)
  /** Buttons at the bottom that stay visible while the content scrolls. */
  footer?: ReactNode | ((close: () => void) => ReactNode)
  /** False while closing would lose work: then neither a press outside nor Escape closes it. */
  isDismissable?: boolean
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' }

const scrim = 'fade fixed inset-0 z-[1500] bg-scrim'

/** A window over the page. On phones it slides up from the bottom. */
export function Dialog({ size = 'small', ...props }: OverlayProps & { size?: keyof typeof widths }) {
  const { isOpen, onOpenChange, isDismissable = true } = props
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className={cx(scrim, 'grid h-(--visual-viewport-height) place-items-end sm:place-items-center sm:p-6')}
    >
      <Modal
        className={cx(
          'flex max-h-[calc(var(--visual-viewport-height)-1.5rem)] w-full flex-col overflow-hidden bg-raised shadow-raised max-sm:rounded-t-2xl sm:rounded-2xl',
          'transition duration-200 ease-out max-sm:data-entering:translate-y-full max-sm:data-exiting:translate-y-full sm:data-entering:scale-[0.97] sm:data-exiting:scale-[0.97]',
          widths[size],
        )}
      >
        <DialogFrame {...props} />
      </Modal>
    </ModalOverlay>
  )
}

/** A side panel for work that belongs to the page behind it. On phones it fills the screen. */
export function Drawer({ size = 'medium', side = 'right', ...props }: DrawerProps) {
  const { isOpen, onOpenChange, isDismissable = true } = props
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className={scrim}
    >
      <Modal
        className={cx(
          'absolute inset-y-0 flex w-full flex-col overflow-hidden bg-raised shadow-raised transition-transform duration-250 ease-out',
          side === 'right'
            ? 'right-0 data-entering:translate-x-full data-exiting:translate-x-full'
            : 'left-0 data-entering:-translate-x-full data-exiting:-translate-x-full',
          widths[size],
        )}
      >
        <DialogFrame {...props} />
      </Modal>
    </ModalOverlay>
  )
}
type DrawerProps = OverlayProps & { size?: keyof typeof widths; side?: 'left' | 'right' }

function DialogFrame({ title, description, children, footer }: OverlayProps) {
  return (
    <AriaDialog className="flex min-h-0 flex-1 flex-col outline-none">
      {({ close }) => (
        <>
          <header className="flex items-start gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1 pt-1">
              <Heading slot="title" className="text-base font-semibold tracking-tight">
                {title}
              </Heading>
              {description && <div className="mt-1 text-ink-muted">{description}</div>}
            </div>
            <IconButton
              slot="close"
              label="Close"
              hasTooltip={false}
              icon={<X aria-hidden="true" className="size-4.5" />}
              className="-mr-1.5 text-ink-muted"
            />
          </header>
          {/* What is hidden but read out is placed within it, so that only this scrolls. React passes events on to a form that a
              window is rendered in, which a form of the window does not mean. */}
          <div
            onSubmit={(event) => event.stopPropagation()}
            className="relative min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5 empty:hidden"
          >
            {typeof children === 'function' ? children(close) : children}
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {typeof footer === 'function' ? footer(close) : footer}
            </footer>
          )}
        </>
      )}
    </AriaDialog>
  )
}
