import { measures, type ShownBehind } from '#domain/figures/measures.ts'
import type { ShownAtPlace } from '#domain/figures/trouble.ts'
import { figureWords } from '#domain/figures/words.ts'
import * as formats from '#web/lib/format.ts'

export { nothing, rowName } from '#domain/figures/words.ts'

/** As the workspace writes. */
export const { sayFigure, changeOf, changeBetween, periodName, rangeName } = figureWords(formats)

/** How the deliveries behind a number are called. */
export const shownNames: Record<ShownBehind | ShownAtPlace, string> = {
  all: 'All attempts',
  delivered: 'Delivered',
  failed: 'Failed',
  firsts: 'First attempts',
  first_delivered: 'Delivered at the first attempt',
  first_failed: 'Failed at the first attempt',
  promised: 'Deliveries with a promise',
  on_time: 'On time',
  early: 'Too early',
  late: 'Late',
  late_start: measures.late_start.label,
  late_service: measures.late_service.label,
  late_driving: measures.late_driving.label,
  late_plan: measures.late_plan.label,
  late_address: measures.late_address.label,
  drives: 'Drives that are known',
  services: 'Times at a stop that are known',
  waited: 'Waited for a window',
  eta_told: 'Arrival ranges told',
  eta_missed: 'Arrival outside the range told',
  rated: 'Rated',
  low: measures.low.label,
  messaged: 'With messages',
  costed: 'Deliveries with a cost',
  failed_there: 'Failed because of the address or the recipient',
  pin_unsure: 'With a doubtful or moved pin',
}
