import type { PlanTravel } from '#domain/schema/travel.ts'

const sources: Record<PlanTravel['engine'], string> = {
  great_circle: 'Straight-line times.',
  osrm: 'Road times by OSRM.',
  valhalla: 'Road times by Valhalla.',
  openrouteservice: 'Road times by openrouteservice.',
}

/** What the times of a plan come from; nothing if the note beside it says so already. */
export const travelWords = ({ engine, note }: PlanTravel): string | undefined =>
  engine === 'great_circle' && note ? undefined : sources[engine]
