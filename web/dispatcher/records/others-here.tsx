import { Button } from 'react-aria-components'
import type { RoomRecord } from '#domain/live-topics.ts'
import { useOthersHere } from '#web/lib/live/use-others-here.ts'
import { saysWho } from '#web/lib/live/who-is-here.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** How many are shown by their initials. */
const most = 4

/** The initials of those who have the same record open. Names are in the tooltip, and spoken when somebody comes. */
export function OthersHere({ kind, id }: { kind: RoomRecord['kind']; id: string }) {
  const people = useOthersHere(kind, id)
  const sentence = saysWho(people)
  return (
    <>
      <output className="sr-only">{sentence}</output>
      {people.length > 0 && (
        <Tooltip text={sentence}>
          <Button
            aria-label={sentence}
            className="focus-ring relative flex shrink-0 cursor-default items-center gap-1 rounded-full pointer-coarse:before:absolute pointer-coarse:before:-inset-2.5"
          >
            {people.slice(0, most).map((person) => (
              <Avatar key={person.id} name={person.name} size="small" />
            ))}
            {people.length > most && (
              <span aria-hidden="true" className="text-xs font-medium text-ink-muted">
                +{people.length - most}
              </span>
            )}
          </Button>
        </Tooltip>
      )}
    </>
  )
}
