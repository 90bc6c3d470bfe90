import { go } from '../path.ts'
import { Press } from '../ui/press.tsx'
import { Screen } from '../ui/screen.tsx'
import { useWords } from '../words/use-words.tsx'

/** A stop that is not on the route any more. */
export function GonePage() {
  const { say } = useWords()
  return (
    <Screen
      title={say('stop.gone')}
      actions={<Press onClick={() => go('/', { replace: true })}>{say('nav.today')}</Press>}
    >
      <p>{say('stop.goneText')}</p>
    </Screen>
  )
}
