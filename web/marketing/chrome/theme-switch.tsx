import { Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { setTheme, useTheme, type ThemeChoice } from '#web/lib/theme.ts'

const choices: { id: ThemeChoice; label: string; icon: ReactNode }[] = [
  { id: 'system', label: 'Match device', icon: <Monitor aria-hidden="true" /> },
  { id: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { id: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
]

/** The choice is remembered on this device. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <div role="group" aria-label="Theme" className="mt-5 inline-flex gap-0.5 rounded-lg border bg-surface p-0.5">
      {choices.map(({ id, label, icon }) => (
        <button
          key={id}
          type="button"
          aria-label={label}
          aria-pressed={theme === id}
          title={label}
          onClick={() => setTheme(id)}
          className="grid size-8 place-items-center rounded-md text-ink-muted hover:text-ink aria-pressed:bg-pressed aria-pressed:text-ink pointer-coarse:size-11 [&>svg]:size-4"
        >
          {icon}
        </button>
      ))}
    </div>
  )
}
