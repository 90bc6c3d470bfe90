import type { Factor, User } from '@supabase/supabase-js'
import { useEffect, useRef, useState } from 'react'
import { PlainLinkButton } from '#web/ui/plain-link-button.tsx'
import { FactorForm } from '../../signin/second-factor/factor-form.tsx'
import { waysOf, type Way } from '../../signin/second-factor/factor-ways.ts'
import { EmailedCode } from './emailed-code.tsx'
import { PasswordProof } from './password-proof.tsx'

type Proof = { id: string; label: string; way?: Way }
type OwnerFormProps = { user: User; factors: readonly Factor[]; onDone: () => void }

/** The ways to confirm who one is: a second factor if there is one, the password, or a code by email. */
export function OwnerForm({ user, factors, onDone }: OwnerFormProps) {
  const proofs = proofsOf(user, factors)
  const [chosen, setChosen] = useState<string>()
  const proof = proofs.find(({ id }) => id === chosen) ?? proofs[0]
  const others = proofs.filter((each) => each !== proof)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The dialog below this one takes the focus back while this one opens, so `autoFocus` comes too early.
    const frame = requestAnimationFrame(() =>
      content.current?.querySelector<HTMLElement>('input:not([hidden]), button')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={content}>
      {proof?.way && <p className="mb-4 text-ink-muted">{proof.way.lead}</p>}
      {proof?.way && <FactorForm key={proof.id} way={proof.way} onDone={onDone} />}
      {proof?.id === 'password' && <PasswordProof email={user.email ?? ''} onDone={onDone} />}
      {proof?.id === 'code' && <EmailedCode address={user.email || `+${user.phone}`} onDone={onDone} />}
      {others.length > 0 && (
        <div className="mt-5 border-t pt-4">
          <p className="text-[0.8125rem] text-ink-muted">Or confirm another way:</p>
          <ul className="mt-2 grid gap-2">
            {others.map(({ id, label }) => (
              <li key={id}>
                <PlainLinkButton onClick={() => setChosen(id)}>{label}</PlainLinkButton>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function proofsOf(user: User, factors: readonly Factor[]): Proof[] {
  // A recovery code is worth more than this.
  const ways = waysOf(factors).filter(({ kind }) => kind !== 'recovery_code')
  const hasPassword = user.identities?.some(({ provider }) => provider === 'email' || provider === 'phone') ?? true
  return [
    ...ways.map((way) => ({ id: way.id, label: way.label, way })),
    ...(hasPassword ? [{ id: 'password', label: 'Use your password' }] : []),
    ...(user.email || user.phone ? [{ id: 'code', label: user.email ? 'Email me a code' : 'Text me a code' }] : []),
  ]
}
