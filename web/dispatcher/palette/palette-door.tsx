import { lazy, Suspense, useEffect, useState } from 'react'
import type { Switcher } from '../workspaces/use-switcher.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

/** Opens the palette with Ctrl K or ⌘ K, also while typing. Its code is loaded when it is first opened. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

type PaletteDoorProps = { palette: ReturnType<typeof usePalette>; onSignOut: () => void; switcher: Switcher }

export function PaletteDoor({ palette, ...rest }: PaletteDoorProps) {
  if (!palette.isOpen) return null
  return (
    <Suspense fallback={null}>
      <Palette {...rest} onClose={palette.close} />
    </Suspense>
  )
}

/** How the shortcut is written on this machine. */
export const paletteKeys = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K')
