import type { User } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { offerOwnerCheck } from '../../owner-check.ts'
import { factorsQuery } from '../account-query.ts'
import { OwnerForm } from './owner-form.tsx'

/** Asks whoever is signed in to confirm that it is them, when a change needs it and they signed in a while ago. */
export function OwnerCheck({ user }: { user: User }) {
  const [settle, setSettle] = useState<(isOwner: boolean) => void>()
  const factors = useQuery(factorsQuery)
  const ask = useCallback(() => new Promise<boolean>((resolve) => setSettle(() => resolve)), [])
  useEffect(() => offerOwnerCheck(ask), [ask])
  const end = (isOwner: boolean) => {
    settle?.(isOwner)
    setSettle(undefined)
  }
  return (
    <Dialog
      isOpen={settle !== undefined}
      onOpenChange={(isOpen) => !isOpen && end(false)}
      title="Confirm that it is you"
      description="You signed in a while ago. This keeps anybody else on this device from taking over your account."
    >
      <OwnerForm user={user} factors={factors.data ?? []} onDone={() => end(true)} />
    </Dialog>
  )
}
