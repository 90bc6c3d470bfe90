import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { flushSync } from 'react-dom'
import {
  Button as AriaButton,
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components'
import { cx } from './cx.ts'

type ToastTone = 'success' | 'error' | 'info'
type ToastMessage = {
  title: string
  description?: string
  tone?: ToastTone
  /** One action, such as Undo. The toast closes when it is pressed. */
  action?: { label: string; onPress: () => void }
}

const queue = new ToastQueue<ToastMessage>({
  maxVisibleToasts: 3,
  wrapUpdate(update) {
    if (typeof document === 'undefined' || !('startViewTransition' in document) || prefersStillness()) return update()
    const { ready, finished } = document.startViewTransition(() => flushSync(update))
    // The next toast skips the rest of this one's animation. That is not an error.
    for (const end of [ready, finished]) end.catch(() => {})
  },
})

function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/**
 * Shows a message that disappears by itself. Errors and messages with an action stay longer. Returns a function that
 * closes it.
 */
export function toast(message: ToastMessage): () => void {
  const timeout = message.action || message.tone === 'error' ? 10_000 : 5_000
  const key = queue.add(message, { timeout })
  return () => queue.close(key)
}

const icons = {
  success: <CircleCheck className="size-4.5 text-success-ink" />,
  error: <CircleAlert className="size-4.5 text-danger-ink" />,
  info: <Info className="size-4.5 text-info-ink" />,
}

/**
 * Where toasts appear. Render it once, at the root. Toasts are at the top on phones, where the controls are at the
 * bottom, and above a bar that floats at the bottom of wide ones.
 */
export function ToastRegion() {
  return (
    <AriaToastRegion
      queue={queue}
      className="focus-ring fixed print:hidden inset-x-3 md:bottom-4 md:[html:has([data-bottom-bar])_&]:bottom-20 z-[2000] flex flex-col md:flex-col-reverse gap-2 rounded-xl max-md:top-[calc(4rem+env(safe-area-inset-top))] sm:inset-x-auto sm:left-1/2 sm:w-96 sm:-translate-x-1/2"
    >
      {({ toast: { content, key } }) => (
        <AriaToast
          toast={{ content, key }}
          className="focus-ring flex items-center gap-3 rounded-xl bg-raised p-3 pl-3.5 shadow-raised"
        >
          <span aria-hidden="true">{icons[content.tone ?? 'success']}</span>
          <ToastContent className="min-w-0 flex-1 py-0.5">
            <Text slot="title" className="block font-medium">
              {content.title}
            </Text>
            {content.description && (
              <Text slot="description" className="mt-0.5 block text-ink-muted">
                {content.description}
              </Text>
            )}
          </ToastContent>
          {content.action && (
            <AriaButton
              onPress={() => {
                content.action?.onPress()
                queue.close(key)
              }}
              className={cx(
                'focus-ring min-h-7 rounded-md px-2 font-semibold text-brand-ink pointer-coarse:min-h-10',
                'data-hovered:bg-hover data-pressed:bg-pressed',
              )}
            >
              {content.action.label}
            </AriaButton>
          )}
          <AriaButton
            slot="close"
            aria-label="Close"
            className="focus-ring grid size-7 place-items-center rounded-md text-ink-muted data-hovered:bg-hover pointer-coarse:size-10"
          >
            <X aria-hidden="true" className="size-4" />
          </AriaButton>
        </AriaToast>
      )}
    </AriaToastRegion>
  )
}
