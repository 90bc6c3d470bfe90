import { useState } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { isLeaving } from './is-leaving.ts'

/** Asks before unsaved work is lost by closing the drawer, the browser's Back, a link, or closing the tab. */
export function useUnsavedGuard(isUnsaved: boolean, onClose: () => void) {
  const [isClosing, setClosing] = useState(false)
  const blocker = useBlocker((navigation) => isUnsaved && isLeaving(navigation))
  const isBlocked = blocker.state === 'blocked'
  useBeforeUnload((event) => {
    if (isUnsaved) event.preventDefault()
  })
  return {
    close: () => (isUnsaved ? setClosing(true) : onClose()),
    /** For a ConfirmDialog. */
    question: {
      isOpen: isClosing || isBlocked,
      onOpenChange: (isOpen: boolean) => {
        if (isOpen) return
        setClosing(false)
        if (isBlocked) blocker.reset()
      },
      onConfirm: () => (isBlocked ? blocker.proceed() : onClose()),
    },
  }
}
