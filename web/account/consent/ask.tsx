import { Check } from 'lucide-react'
import { useState } from 'react'
import { appMay, siteOf } from '#web/lib/app-words.ts'
import { signOut } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PlainAlert } from '#web/ui/plain-alert.tsx'
import { PlainButton } from '#web/ui/plain-button.tsx'
import { PlainLinkButton } from '#web/ui/plain-link-button.tsx'
import { PlainNotice } from '#web/ui/plain-notice.tsx'
import { Select } from '#web/ui/select.tsx'
import { EntryFrame } from '../signin/frame.tsx'
import { onwards } from '../signin/use-entrance.ts'
import { useAttempt } from '../use-attempt.ts'
import { AppLogo } from './app-logo.tsx'
import { allowedIn, answer, type Place, type Question } from './question.ts'

/** Says who asks, for which workspace and what for, and takes the answer. */
export function Ask({ question }: { question: Question }) {
  const { client, user, workspaces } = question
  const [placeId, setPlaceId] = useState(workspaces[0]?.id)
  const place = workspaces.find(({ id }) => id === placeId)
  const { busy, failure, run } = useAttempt()
  const respond = (action: 'approve' | 'deny') => run(action, () => answer(question, action, place?.id))
  return (
    <EntryFrame
      title={`Allow ${client.name} to work for you?`}
      below={
        <>
          You are signed in as <span className="font-medium break-all">{user.email || 'a driver'}</span>.{' '}
          <PlainLinkButton onClick={() => void signInAgain()}>Not you?</PlainLinkButton>
        </>
      }
    >
      <div className="grid gap-5">
        <WhoAsks question={question} />
        {failure && <PlainAlert>{failure}</PlainAlert>}
        {place ? (
          <Scope question={question} place={place} onChoose={setPlaceId} />
        ) : (
          <PlainNotice tone="warning">
            Your role in your workspaces does not allow what this app asks for. Ask an owner or admin.
          </PlainNotice>
        )}
        <div className="flex flex-col-reverse gap-2.5 sm:flex-row [&>*]:flex-1">
          <PlainButton
            size="large"
            isPending={busy === 'deny'}
            disabled={busy !== undefined}
            onClick={() => void respond('deny')}
          >
            Deny
          </PlainButton>
          {place && !place.needs_second_factor && (
            <PlainButton
              variant="primary"
              size="large"
              isPending={busy === 'approve'}
              disabled={busy !== undefined}
              onClick={() => void respond('approve')}
            >
              Allow
            </PlainButton>
          )}
        </div>
        <p className="text-[0.8125rem] text-ink-muted">
          Then you go back to <span className="font-medium break-all text-ink">{siteOf(question.redirect_uri)}</span>.
          You can take this back in My Account at any time.
        </p>
      </div>
    </EntryFrame>
  )
}

async function signInAgain(): Promise<void> {
  const { pathname, search } = window.location
  await signOut()
  window.location.assign(onwards('/signin', pathname + search))
}

function WhoAsks({ question: { client, registered_by } }: { question: Question }) {
  return (
    <>
      <div className="flex items-center gap-3">
        <AppLogo name={client.name} url={client.logo_uri} />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{client.name}</p>
          <p className="text-[0.8125rem] wrap-anywhere text-ink-muted">
            {client.uri ? (
              <a href={client.uri} target="_blank" rel="noreferrer" className="focus-ring rounded underline">
                {siteOf(client.uri)}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            ) : (
              'It names no website'
            )}
            {registered_by && `, added by ${registered_by}`}
          </p>
        </div>
      </div>
      {registered_by === null && (
        <PlainNotice tone="warning">
          Nobody here has checked this app. Allow it only if you have just connected it yourself.
        </PlainNotice>
      )}
    </>
  )
}

type ScopeProps = { question: Question; place: Place; onChoose: (id: string) => void }

function Scope({ question, place, onChoose }: ScopeProps) {
  const { workspaces, client } = question
  return (
    <>
      {workspaces.length > 1 ? (
        <Select
          label="Workspace"
          description="The app works in this one only."
          options={workspaces.map(({ id, name }) => ({ id, label: name }))}
          value={place.id}
          onChange={(id) => onChoose(String(id))}
        />
      ) : (
        <p>
          It works in the workspace <strong className="font-medium wrap-anywhere">{place.name}</strong>.
        </p>
      )}
      {place.needs_second_factor && (
        <PlainNotice tone="warning">
          {place.name} asks everybody for a second factor.{' '}
          <ButtonLink to="/my-account#second-factors" size="small" className="mt-2">
            Set up a second factor
          </ButtonLink>
        </PlainNotice>
      )}
      <div>
        <h2 className="font-medium">{client.name} may</h2>
        <ul className="mt-2 grid gap-2">
          {allowedIn(question, place).map((scope) => (
            <li key={scope} className="flex items-start gap-2.5">
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brand-ink" />
              <span>{appMay[scope]}</span>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-[0.8125rem] text-ink-muted">
          Never more than your own role allows. It does not get your password, and cannot manage the workspace, its
          people or its keys.
        </p>
      </div>
    </>
  )
}
