import { Repeat } from 'lucide-react'
import { useState } from 'react'
import type { Delivery } from '#domain/schema/delivery.ts'
import { Button } from '#web/ui/button.tsx'
import { RepeatDialog } from './repeat-dialog.tsx'

/** Opens the dialog that lets a delivery come again. */
export function RepeatButton({ delivery }: { delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon={<Repeat aria-hidden="true" className="size-3.5" />} onPress={() => setOpen(true)}>
        Repeat…
      </Button>
      {isOpen && <RepeatDialog delivery={delivery} onClose={() => setOpen(false)} />}
    </>
  )
}
