import { countOf, formatDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { isUnmapped } from './mapping-step.tsx'
import { boardPath } from '../planning/board-path.ts'
import type { Import } from './use-import.ts'

type ImportFooterProps<Field extends string, Row> = { current: Import<Field, Row>; onDone: () => void }

/** The buttons of the current step. */
export function ImportFooter<Field extends string, Row>({ current, onDone }: ImportFooterProps<Field, Row>) {
  const { kind, step, goTo, goodCount, send, resume, stop } = current
  switch (step.name) {
    case 'source':
      return null
    case 'columns':
      return (
        <>
          <Button onPress={() => goTo('source')}>Back</Button>
          <Button variant="primary" isDisabled={isUnmapped(kind, current.mapping)} onPress={() => goTo('preview')}>
            Check the rows
          </Button>
        </>
      )
    case 'preview':
      return (
        <>
          <Button onPress={() => goTo('columns')}>Back</Button>
          <Button
            variant="primary"
            isDisabled={
              goodCount === 0 || !current.comparison.data || current.noRoom !== undefined || current.missing.isUnknown
            }
            onPress={send}
          >
            Import {countOf(goodCount, kind.noun.one, kind.noun.many)}
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
      return <FinishedButtons current={current} onDone={onDone} />
  }
}

/** The way back, and the next step: planning the day of most of the rows, if it is not over. */
function FinishedButtons<Field extends string, Row>({ current, onDone }: ImportFooterProps<Field, Row>) {
  const { kind, rows, today } = current
  const day = kind.dayToPlan?.(rows.flatMap(({ row }) => (row === undefined ? [] : [row])))
  return (
    <>
      {day && day >= today && <ButtonLink to={boardPath(day)}>Plan {formatDay(day)}</ButtonLink>}
      <Button variant="primary" onPress={onDone}>
        Done
      </Button>
    </>
  )
}
