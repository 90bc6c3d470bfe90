import { CloudOff, LockOpen, LogIn, TabletSmartphone, UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Gate } from './enter.ts'
import { Press, PressLink } from './ui/press.tsx'
import { useWords } from './words/use-words.tsx'

/** What stands instead of the day: why it cannot be shown, and the way out. */
export function GatePage({ gate, onRetry }: { gate: Gate; onRetry: () => void }) {
  const { say, list } = useWords()
  const retry = <Press onClick={onRetry}>{say('retry')}</Press>
  const signIn = (
    <PressLink look="primary" href="/signin?next=/driver">
      {say('gate.signIn')}
    </PressLink>
  )
  switch (gate.kind) {
    case 'insecure':
      return (
        <Told
          icon={<LockOpen />}
          title={say('gate.insecureTitle')}
          text={say('gate.insecure')}
          more={say('gate.insecureFix')}
        >
          <PressLink href="/dashboard/my-route">{say('gate.plain')}</PressLink>
        </Told>
      )
    case 'old':
      return (
        <Told
          icon={<TabletSmartphone />}
          title={say('gate.oldTitle')}
          text={say('gate.old', { missing: list(gate.missing) })}
        >
          <PressLink href="/dashboard/my-route">{say('gate.plain')}</PressLink>
        </Told>
      )
    case 'signed-out':
      return (
        <Told icon={<LogIn />} title={say('gate.signInTitle')}>
          {signIn}
        </Told>
      )
    case 'not-driver':
      return (
        <Told icon={<UserRoundX />} title={say('gate.notDriverTitle')} text={say('gate.notDriver')}>
          {retry}
          <PressLink href="/dashboard">{say('more.dashboard')}</PressLink>
        </Told>
      )
    case 'first-offline':
      return (
        <Told icon={<CloudOff />} title={say('gate.firstTitle')} text={say('gate.first')}>
          {retry}
        </Told>
      )
  }
}

type ToldProps = { icon: ReactNode; title: string; text?: string; more?: string; children: ReactNode }

/** One thing to say in the middle of the page. */
export function Told({ icon, title, text, more, children }: ToldProps) {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-4 px-6 py-10 text-center">
      <span aria-hidden="true" className="mx-auto text-brand [&_svg]:size-12">
        {icon}
      </span>
      <h1 className="text-2xl font-bold tracking-tight text-balance">{title}</h1>
      {text && <p className="text-pretty text-ink-muted">{text}</p>}
      {more && <p className="text-pretty text-ink-muted">{more}</p>}
      <div className="mt-2 grid gap-2">{children}</div>
    </main>
  )
}
