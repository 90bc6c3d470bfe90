import type { GroupFix } from '../schema/plan.ts'
import type { WhyUnassigned } from './why.ts'

/** Why nobody comes to one of the places of a delivery, and what would help there. */
export type WhyNotThere = { name: string; why: WhyUnassigned; fix: GroupFix | undefined }

const several = 'None of its places has a driver with room and time.'

/** Why a delivery has no route although it may be handed over at several places: of each, with the first change that would help. */
export function whyNowhere(places: readonly WhyNotThere[]): { why: WhyUnassigned; fix: GroupFix | undefined } {
  const [first] = places as [WhyNotThere]
  if (places.length === 1) return first
  const isSame = places.every(({ why }) => why.code === first.why.code)
  const helped = places.find(({ fix }) => fix)
  return {
    why: {
      code: first.why.code,
      sentence: [several, ...places.map(({ name, why }) => `${name}: ${why.sentence}`)].join(' '),
      shared: isSame ? first.why.shared : 'None of their places has a driver with room and time.',
    },
    fix: helped && { ...helped.fix!, sentence: `${helped.name}: ${helped.fix!.sentence}` },
  }
}
