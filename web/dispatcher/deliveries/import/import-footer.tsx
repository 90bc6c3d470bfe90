import { countOf } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { Import } from './use-import.ts'

/** The buttons of the current step. */
export function ImportFooter({ current, onDone }: { current: Import; onDone: () => void }) {
  const { step, goTo, goodCount, send, resume, stop } = current
  switch (step.name) {
    case 'file':
      return null
    case 'columns':
      return (
        <>
          <Button onPress={() => goTo('file')}>Back</Button>
          <Button
            variant="primary"
            isDisabled={!current.mapping.includes('delivery_address')}
            onPress={() => goTo('preview')}
          >
            Check the rows
          </Button>
        </>
      )
    case 'preview':
      return (
        <>
          <Button onPress={() => goTo('columns')}>Back</Button>
          <Button variant="primary" isDisabled={goodCount === 0} onPress={send}>
            Import {countOf(goodCount, 'delivery', 'deliveries')}
          </Button>
        </>
      )
    case 'sending':
      return step.error === undefined ? (
        <Button onPress={stop}>Stop</Button>
      ) : (
        <>
          <Button onPress={stop}>Stop here</Button>
          <Button variant="primary" onPress={resume}>
            Resume
          </Button>
        </>
      )
    case 'finished':
      return (
        <Button variant="primary" onPress={onDone}>
          Done
        </Button>
      )
  }
}
