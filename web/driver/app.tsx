import { Bug } from 'lucide-react'
import { Component, lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'
import { enter, type Gate } from './enter.ts'
import { GatePage, Told } from './gate.tsx'
import { GpsProvider } from './gps/use-gps.tsx'
import { usePath } from './path.ts'
import { pageAt } from './pages.ts'
import { Road } from './road/road.ts'
import { RoadContext, useRoadState } from './road/use-road.ts'
import { Speaker } from './shell/speaker.tsx'
import { StatusBar } from './shell/status-bar.tsx'
import { TabBar } from './shell/tab-bar.tsx'
import { UndoBar } from './shell/undo-bar.tsx'
import { Press } from './ui/press.tsx'
import { useWords } from './words/use-words.tsx'
import { sessionKey } from '#web/lib/session-trace.ts'

const now = () => Date.now()

/** Seldom anything is wrong, so the day does not wait for it, and goes on if the network ends before it is there. */
const Troubles = lazy(async () => ({
  default: await import('./shell/troubles.tsx').then(
    (loaded) => loaded.Troubles,
    () => Nothing,
  ),
}))
const Nothing = () => null

export function App() {
  return (
    <Caught>
      <Opened />
    </Caught>
  )
}

function Opened() {
  const { say } = useWords()
  const [entered, setEntered] = useState<Road | Gate>()
  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    void enter(now).then(async (result) => {
      if (isGone) return
      if (result instanceof Road) stop = await result.start()
      if (isGone) stop?.()
      else setEntered(result)
    })
    return () => {
      isGone = true
      stop?.()
    }
  }, [])
  useEffect(() => {
    // In another tab, somebody signed in or out. What this one shows may not be theirs.
    const onChange = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key === sessionKey && Boolean(oldValue) !== Boolean(newValue)) window.location.reload()
    }
    window.addEventListener('storage', onChange)
    return () => window.removeEventListener('storage', onChange)
  }, [])
  if (!entered) return <Waiting label={say('app.loading')} />
  if (!(entered instanceof Road)) return <GatePage gate={entered} onRetry={() => window.location.reload()} />
  return (
    <RoadContext value={entered}>
      <GpsProvider>
        <Speaker>
          <Frame />
        </Speaker>
      </GpsProvider>
    </RoadContext>
  )
}

/** What surrounds every page: what is not sent, what is wrong, and where to go. */
function Frame() {
  const { say, follow } = useWords()
  const path = usePath()
  const { day } = useRoadState()
  const language = day?.workspace.language
  useEffect(() => {
    if (language) void follow(language)
  }, [language, follow])
  const { page: Page, params, tab } = pageAt(path)
  if (!day) return <Waiting label={say('app.loading')} />
  return (
    <div className="flex min-h-dvh flex-col">
      <StatusBar />
      {!tab && <UndoBar place="top" />}
      <Suspense>
        <Troubles />
      </Suspense>
      <Suspense fallback={<Waiting label={say('app.loading')} />}>
        <Page key={path} params={params} />
      </Suspense>
      {tab && tab !== 'today' && <UndoBar place="aboveTabs" />}
      {tab && <TabBar current={tab} />}
    </div>
  )
}

const Waiting = ({ label }: { label: string }) => (
  <div className="grid min-h-[60dvh] grow place-items-center">
    <Spinner size="large" label={label} />
  </div>
)

/** A bug on one page must not take the day away. */
class Caught extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <Failed /> : this.props.children
  }
}

function Failed() {
  const { say } = useWords()
  return (
    <Told icon={<Bug />} title={say('gate.errorTitle')} text={say('gate.error')}>
      <Press look="primary" onClick={() => window.location.assign('/driver')}>
        {say('gate.reload')}
      </Press>
    </Told>
  )
}
