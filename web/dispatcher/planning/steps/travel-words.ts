import type { PlanTravel } from '#domain/schema/travel.ts'

/** What the times of a plan come from. */
export const travelWords: Record<PlanTravel['engine'], string> = {
  great_circle: 'Straight-line times.',
  osrm: 'Road times by OSRM.',
  valhalla: 'Road times by Valhalla.',
  openrouteservice: 'Road times by openrouteservice.',
}
