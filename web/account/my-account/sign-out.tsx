import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { signOut } from '#web/lib/session.ts'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'

/** Ends the session on this device and goes to the sign-in page. */
export function SignOut() {
  const [isLeaving, setLeaving] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const leave = async () => {
    setLeaving(true)
    try {
      await signOut()
      // A full page load, so that none of this person's data stays in memory.
      window.location.assign('/signin')
    } catch (error) {
      console.error('Signing out failed:', error)
      setFailed(true)
      setLeaving(false)
    }
  }
  return (
    <div>
      {hasFailed && (
        <div className="mb-4">
          <PlainAlert>You are still signed in, because the server could not be reached. Try again.</PlainAlert>
        </div>
      )}
      <PlainButton
        size="large"
        icon={<LogOut aria-hidden="true" className="size-4.5" />}
        isPending={isLeaving}
        onClick={() => void leave()}
      >
        Sign Out
      </PlainButton>
    </div>
  )
}
