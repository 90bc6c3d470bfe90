import type { LeftoverKind, Leftovers } from '#domain/schema/leftover.ts'

type Moving = Leftovers['moving'][number]

/** Deliveries that are left for the same reason. */
export type LeftoverGroup = { kind: LeftoverKind; title: string; moving: Moving[] }

const titles: Record<LeftoverKind, string> = {
  unassigned: 'On no route',
  failed: 'Failed',
  on_route: 'Still on a route, not begun',
}

/** What would move, by why it is left. */
export function groupsOf({ moving }: Pick<Leftovers, 'moving'>): LeftoverGroup[] {
  const kinds = Object.keys(titles) as LeftoverKind[]
  return kinds
    .map((kind) => ({ kind, title: titles[kind], moving: moving.filter((each) => each.kind === kind) }))
    .filter((group) => group.moving.length > 0)
}

/** What was chosen by hand, over what is usual. */
export type Choice = ReadonlyMap<string, boolean>

/** Routes of a day that is not over may still be driven, so what is on them stays unless somebody chooses it. */
export const isChosen = ({ delivery_id, kind }: Moving, choice: Choice, isDayOver: boolean) =>
  choice.get(delivery_id) ?? (kind !== 'on_route' || isDayOver)

/** The choice with these deliveries chosen or not. */
export const choose = (choice: Choice, moving: readonly Moving[], isOn: boolean): Choice =>
  new Map([...choice, ...moving.map(({ delivery_id }) => [delivery_id, isOn] as const)])
