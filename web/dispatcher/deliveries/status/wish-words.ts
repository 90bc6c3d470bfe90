import type { Wishes } from '#domain/schema/wishes.ts'

/** What a recipient asked for, one thing a text. */
export function wishWords({ note, leave, leave_where: where, receiver }: Wishes): string[] {
  const left = leave === 'neighbor' ? 'Leave it with a neighbor' : 'Leave it at a place'
  return [
    note ? `“${note}”` : '',
    leave ? (where ? `${left}: ${where}` : left) : '',
    receiver ? `${receiver} will receive it` : '',
  ].filter(Boolean)
}
