import { CalendarArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import type { ButtonSize } from '#web/ui/button-style.ts'
import { LeftoversDialog } from './leftovers-dialog.tsx'

type LeftoversButtonProps = { day: string; depotId?: string; size?: ButtonSize; 'aria-label'?: string }

/** Opens the dialog that moves what is left of a day. Nothing for whoever may not. */
export function LeftoversButton({ day, depotId, size = 'medium', ...rest }: LeftoversButtonProps) {
  const mayMove = useMay('change_planning')
  const [isOpen, setOpen] = useState(false)
  if (!mayMove) return null
  return (
    <>
      <Button
        {...rest}
        size={size}
        aria-haspopup="dialog"
        icon={<CalendarArrowUp aria-hidden="true" className="size-4" />}
        onPress={() => setOpen(true)}
      >
        Move what is left
      </Button>
      {isOpen && <LeftoversDialog day={day} {...(depotId && { depotId })} onClose={() => setOpen(false)} />}
    </>
  )
}
