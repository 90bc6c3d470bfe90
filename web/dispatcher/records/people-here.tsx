import { Button } from 'react-aria-components'
import { saysWho, type Person } from '#web/lib/live/who-is-here.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** How many are shown by their initials. */
const most = 4

/** The initials of those who have the same record open. Names are in the tooltip, and spoken when somebody comes. */
export function PeopleHere({
  people,
  colorOf,
}: {
  people: readonly Person[]
  colorOf?: (id: string) => string | undefined
}) {
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
              <span
                key={person.id}
                className="rounded-full"
                style={colorOf && { boxShadow: `0 0 0 2px ${colorOf(person.id)}` }}
              >
                <Avatar name={person.name} size="small" />
              </span>
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
