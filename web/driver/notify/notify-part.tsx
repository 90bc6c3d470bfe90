import { Note, Part, Toggle } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import { useNotify } from './use-notify.ts'

/** Notifications on this phone: on, off, or why not. */
export function NotifyPart() {
  const { say } = useWords()
  const { support, isOn, isPending, problem, change, test } = useNotify()
  const why = support === 'denied' || support === 'ready' ? problem : undefined
  return (
    <Part title={say('notify.title')}>
      {support === 'ready' && (
        <Toggle label={say('notify.label')} isOn={isOn} isDisabled={isPending} onChange={(on) => void change(on)} />
      )}
      {support === 'ready' && <p className="text-sm text-ink-muted">{say('notify.text')}</p>}
      {support === 'denied' && <Note tone="warning">{say('notify.denied')}</Note>}
      {support === 'home_screen' && <Note>{say('more.installIos')}</Note>}
      {(support === 'missing' || support === 'insecure') && <Note>{say('notify.missing')}</Note>}
      {why && support === 'ready' && (
        <Note tone="warning" role="alert">
          {say(`notify.${why}`)}
        </Note>
      )}
      {isOn && (
        <Press isPending={isPending} onClick={() => void test()}>
          {say('notify.test')}
        </Press>
      )}
    </Part>
  )
}
