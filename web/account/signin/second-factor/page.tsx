import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { authClient, isSignedIn, signOut } from '#web/lib/session.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PlainLinkButton } from '#web/ui/plain-link-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { sentenceFor } from '../../sentences.ts'
import { FactorForm } from './factor-form.tsx'
import { waysOf, type Way } from './factor-ways.ts'
import { EntryFrame } from '../frame.tsx'
import { onwards, useNext } from '../use-entrance.ts'

/** The step after the password, for accounts with a second factor. */
export default function SecondFactorPage() {
  const navigate = useNavigate()
  const next = useNext()
  const [found, setFound] = useState<Way[] | string>()
  const [chosen, setChosen] = useState<string>()
  const load = useCallback(
    () =>
      findWays(next)
        .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
        .then((result) =>
          typeof result === 'object' && 'to' in result ? navigate(result.to, { replace: true }) : setFound(result),
        ),
    [navigate, next],
  )
  useEffect(() => {
    void load()
  }, [load])

  const failure = typeof found === 'string' ? found : undefined
  const ways = typeof found === 'string' ? undefined : found
  const leave = async () => {
    await signOut()
    window.location.assign('/signin')
  }
  const way = ways?.find(({ id }) => id === chosen) ?? ways?.[0]
  const others = ways?.filter((each) => each !== way) ?? []
  return (
    <EntryFrame
      title="Confirm that it is you"
      lead={way?.lead ?? 'Your account is protected by a second factor.'}
      below={
        <>
          Not you? <PlainLinkButton onClick={() => void leave()}>Sign out instead</PlainLinkButton>
        </>
      }
    >
      {failure && <ErrorPanel message={failure} onRetry={() => void load()} />}
      {!failure && !ways && (
        <div className="grid place-items-center py-8">
          <Spinner size="large" label="Loading your second factors" />
        </div>
      )}
      {way && <FactorForm key={way.id} way={way} onDone={() => void navigate(next, { replace: true })} />}
      {way && others.length > 0 && (
        <div className="mt-5 border-t pt-4">
          <p className="text-[0.8125rem] text-ink-muted">Or confirm another way:</p>
          <ul className="mt-2 grid gap-2">
            {others.map((other) => (
              <li key={other.id}>
                <PlainLinkButton onClick={() => setChosen(other.id)}>{other.label}</PlainLinkButton>
              </li>
            ))}
          </ul>
        </div>
      )}
    </EntryFrame>
  )
}

/** The account's second factors, or where to go instead, or the sentence for why neither is known. */
async function findWays(next: string): Promise<Way[] | { to: string } | string> {
  if (!(await isSignedIn())) return { to: onwards('/signin', next) }
  const { auth } = await authClient()
  const { data: level } = await auth.mfa.getAuthenticatorAssuranceLevel()
  if (level?.currentLevel === 'aal2') return { to: next }
  const { data, error } = await auth.mfa.listFactors()
  if (error) return sentenceFor(error)
  const ways = waysOf(data.all)
  if (ways.length > 0) return ways
  // A workspace requires a factor that the account does not have yet.
  return { to: `/my-account?${new URLSearchParams({ needs: 'second-factor', next })}#second-factors` }
}
