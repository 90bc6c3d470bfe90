import type { User } from '@supabase/supabase-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { refreshAccount } from '../account-query.ts'
import { PasswordChangeForm } from './password-change-form.tsx'
import { Said } from '../said.tsx'
import { Section } from '../section.tsx'

/** Changes the password. Every other device is signed out. */
export function ChangePassword({ user }: { user: User }) {
  const [state, setState] = useState<'closed' | 'open' | 'done'>('closed')
  const client = useQueryClient()
  const hasPassword = user.identities?.some(({ provider }) => provider === 'email') ?? true
  return (
    <Section
      id="password"
      title="Password"
      description={
        hasPassword
          ? 'Changing it signs out your other devices.'
          : 'You sign in without one. A password lets you in when your other way to sign in does not work.'
      }
      actions={
        state !== 'open' && (
          <PlainButton onClick={() => setState('open')}>
            {hasPassword ? 'Change Password' : 'Set a Password'}
          </PlainButton>
        )
      }
    >
      <Said>{state === 'done' && 'Your password has been changed.'}</Said>
      {state === 'open' && (
        <PasswordChangeForm
          email={user.email ?? ''}
          hasPassword={hasPassword}
          onCancel={() => setState('closed')}
          onDone={() => {
            setState('done')
            void refreshAccount(client)
          }}
        />
      )}
    </Section>
  )
}
