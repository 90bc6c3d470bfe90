import { useQuery } from '@tanstack/react-query'
import { redirect, useSearchParams } from 'react-router'
import { keys } from '#web/lib/keys.ts'
import { detour } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { EntryFrame } from '../signin/frame.tsx'
import { Waiting } from '../signin/waiting.tsx'
import { Ask } from './ask.tsx'
import { NoQuestion, readQuestion } from './question.ts'

/** Guests sign in first and come back. An app that asked wrongly is explained to everybody. */
export async function clientLoader() {
  const { pathname, search } = window.location
  if (new URLSearchParams(search).has('problem')) return null
  const elsewhere = await detour(pathname + search)
  if (elsewhere) throw redirect(elsewhere)
  return null
}

/** The page where a person decides whether an app may work for them. */
export default function ConsentPage() {
  const [params] = useSearchParams()
  const problem = params.get('problem')
  const id = params.get('authorization_id') ?? ''
  if (problem) return <WrongApp isUnknown={problem === 'unknown_app'} />
  return <Consent id={id} />
}

export function HydrateFallback() {
  return <Waiting title="Allow an app" label="Checking what the app asks for" />
}

function Consent({ id }: { id: string }) {
  const question = useQuery({
    queryKey: keys.apps.question(id),
    queryFn: () => readQuestion(id),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  })
  if (question.error) return <Failed error={question.error} onRetry={() => void question.refetch()} />
  if (!question.data || question.data === 'sent on') {
    return <Waiting title="Allow an app" label="Checking what the app asks for" />
  }
  return <Ask question={question.data} />
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof NoQuestion && error.isOver) {
    return (
      <EntryFrame
        title="This request is over"
        lead="It was answered already, took too long, or was meant for somebody else. Go back to the app and connect it again."
      >
        <ButtonLink to="/my-account#apps" size="large" className="w-full">
          See the apps that you allowed
        </ButtonLink>
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title="What the app asks for could not be read">
      <PlainAlert>{error.message}</PlainAlert>
      <PlainButton size="large" className="mt-4 w-full" onClick={onRetry}>
        Try again
      </PlainButton>
    </EntryFrame>
  )
}

function WrongApp({ isUnknown }: { isUnknown: boolean }) {
  return (
    <EntryFrame
      title="This app cannot be connected"
      lead={
        <p role="alert">
          {isUnknown
            ? 'Karta does not know the app that sent you here. It may have been deleted.'
            : 'The app wants you to be sent to an address that is not registered for it. Nothing was allowed.'}{' '}
          Tell whoever makes the app.
        </p>
      }
    >
      <ButtonLink to="/dashboard" size="large" className="w-full">
        Go to the dashboard
      </ButtonLink>
    </EntryFrame>
  )
}
