import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { isFactorDue } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PlainNotice } from '#web/ui/plain-notice.tsx'
import { ask } from '../../ask.ts'
import { BrokenLink } from '../broken-link.tsx'
import { EntryFrame } from '../frame.tsx'
import { PasswordForm } from '../password-form.tsx'
import { useArrived } from '../use-arrived.ts'
import { Waiting } from '../waiting.tsx'

/** A second factor also protects the password. */
const secondFactorFirst = '/signin/second-factor?next=/signin/reset'

/** The page behind the password reset email: choose a new password. */
export default function ResetPasswordPage() {
  const arrived = useArrived()
  const navigate = useNavigate()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    const lead = async () => {
      if (arrived.is === 'nobody') return '/signin/forgot'
      if (arrived.is !== 'here') return undefined
      // People who did not come from the email use the form that asks for the current password.
      if (!arrived.isByMail) return '/my-account#password'
      return (await isFactorDue()) ? secondFactorFirst : undefined
    }
    const follow = async () => {
      const elsewhere = await lead()
      if (elsewhere) await navigate(elsewhere, { replace: true })
    }
    void follow()
  }, [arrived, navigate])

  if (arrived.is === 'problem' || arrived.is === 'failed') {
    const isOther = arrived.is === 'problem' && arrived.problem.code === 'other_browser'
    const why = isOther
      ? 'For your safety, the link works only in the browser that requested it. Open it there, or request a new email in this browser.'
      : 'Links work once and expire soon, and a newer email replaces an older one. Request a new one.'
    return (
      <BrokenLink
        title={isOther ? 'This link belongs to another browser' : 'This link no longer works'}
        reason={arrived.is === 'failed' ? arrived.sentence : why}
        to="/signin/forgot"
        action="Send a new email"
      />
    )
  }
  if (isDone) {
    return (
      <EntryFrame title="You have a new password">
        <PlainNotice>Your password has been changed. Other devices are signed out.</PlainNotice>
        <ButtonLink to="/dashboard" variant="primary" size="large" autoFocus className="mt-6 w-full">
          Go to the dashboard
        </ButtonLink>
      </EntryFrame>
    )
  }
  if (arrived.is !== 'here' || !arrived.isByMail) return <Waiting title="Choose a new password" />
  const save = async (password: string) => {
    const refused = await arrived.adopt()
    if (refused) return refused
    if (await isFactorDue()) {
      await navigate(secondFactorFirst, { replace: true })
      return undefined
    }
    const failure = await ask((auth) => auth.updateUser({ password }))
    if (!failure) setDone(true)
    return failure
  }
  return (
    <EntryFrame
      title="Choose a new password"
      lead={
        <>
          For <span className="font-medium break-all text-ink">{arrived.email}</span>. Changing it signs out your other
          devices.
        </>
      }
    >
      <PasswordForm email={arrived.email} submit="Save password" onSubmit={(typed) => save(typed.password)} />
    </EntryFrame>
  )
}
