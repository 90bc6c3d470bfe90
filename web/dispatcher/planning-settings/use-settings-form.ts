import { useQueryClient } from '@tanstack/react-query'
import type { LearnedKind } from '#domain/address/learned-kinds.ts'
import { changePlanningSettings } from '#domain/api/planning-settings.ts'
import {
  PlanningSettingsChange,
  usualPlanningSettings,
  type PlanningSettings,
} from '#domain/schema/planning-settings.ts'
import { call } from '#web/lib/call.ts'
import { countOf, formatMoney } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { useMe } from '#web/lib/me.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { learnedWords } from '../addresses/learned/learned-words.ts'
import { vehicleCostFields } from '../records/cost-fields.tsx'
import { overtimeWords, type OvertimeDraft } from '../records/overtime-draft.ts'
import {
  fromSettingsValues,
  toSettingsValues,
  type PairDraft,
  type SettingsValues,
  type TrafficDraft,
} from './settings-values.ts'

const { one, text, number } = partsOf<SettingsValues>()

/** The settings of plans, as a form that stays open. */
export function useSettingsForm(settings: PlanningSettings) {
  const client = useQueryClient()
  const { currency } = useMe().workspace
  const money = (minorUnits: number) => formatMoney(minorUnits, currency)
  const form = useRecordForm({
    initial: toSettingsValues(settings),
    toBody: fromSettingsValues,
    schema: PlanningSettingsChange,
    shared: {
      record: settings,
      toValues: toSettingsValues,
      parts: [
        ...vehicleCostFields.map(({ name, label }) => number(label, name, money)),
        number('Cost of being late', 'cost_per_hour_late', money),
        number('Cost of being early', 'cost_per_hour_early', money),
        one<OvertimeDraft[]>('Overtime', 'overtime', overtimeWords),
        number('Familiar areas', 'familiar_cost', money),
        one<object>('Speeds', 'speeds', said),
        one<object>('Time at the door', 'service_factors', said),
        one<TrafficDraft[]>('Traffic', 'traffic', (steps) => countOf(steps.length, 'step')),
        text('Speeds over the day', 'traffic_from'),
        number('Detour factor', 'detour_factor'),
        one<object>('Balance', 'balance', said),
        number('Compact routes', 'compactness_percent'),
        text('Order on a route', 'priority_order'),
        text('Several deliveries at one address', 'same_address_service'),
        one<PairDraft[]>('Kept apart', 'keep_apart', sayPairs),
        one<PairDraft[]>('Kept apart on board', 'keep_apart_on_board', sayPairs),
        text('Kept together', 'keep_together'),
        one<LearnedKind[]>('Learned addresses', 'learned_by_itself', (kinds) =>
          kinds.map((kind) => learnedWords[kind]).join(', '),
        ),
        number('Visits before that', 'learned_after_visits'),
        number('Promises', 'promise_tolerance_minutes'),
      ],
      gone: { code: 'not_found', noun: 'settings' },
    },
    save: async (body, { version }) => {
      const saved = await call(changePlanningSettings, { body, version })
      client.setQueryData(keys.planningSettings, saved)
      return saved
    },
    onSaved: () => toast({ title: 'Planning settings saved' }),
  })
  const isUsual = JSON.stringify(form.values) === JSON.stringify(usual)
  const reset = () => {
    for (const name of Object.keys(usual) as (keyof SettingsValues)[]) form.set(name, usual[name])
  }
  return { ...form, isUsual, reset }
}
export type SettingsForm = ReturnType<typeof useSettingsForm>

const usual = toSettingsValues(usualPlanningSettings)

/** The values of a few fields, those that are empty left out. */
const sayPairs = (pairs: PairDraft[]) => pairs.map(({ one: a, other }) => `${a} and ${other}`).join(', ')
const said = (values: object) =>
  Object.entries(values)
    .filter(([, value]) => !Number.isNaN(value))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
