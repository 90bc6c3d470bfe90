import { useEffect, useState } from 'react'

/** What the switcher and the dialog of a new workspace share, wherever on the screen they are opened from. */
export type Switcher = {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  isCreating: boolean
  setCreating: (isCreating: boolean) => void
}

/** Opens the list of workspaces with Ctrl Shift O or ⌘ ⇧ O, also while typing. */
export function useSwitcher(): Switcher {
  const [isOpen, setOpen] = useState(false)
  const [isCreating, setCreating] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'o' && (event.ctrlKey || event.metaKey) && event.shiftKey
      if (!isShortcut || event.altKey) return
      // The browser's own is a list of bookmarks.
      event.preventDefault()
      setOpen((before) => !before)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return { isOpen, setOpen, isCreating, setCreating }
}

/** How the shortcut is written on this machine. */
export const switcherKeys = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⇧ ⌘ O' : 'Ctrl Shift O')
