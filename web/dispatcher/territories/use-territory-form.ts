import { useQueryClient } from '@tanstack/react-query'
import { changeTerritory, createTerritory } from '#domain/api/territories.ts'
import { NewTerritory, type Territory } from '#domain/schema/territory.ts'
import { call } from '#web/lib/call.ts'
import { countOf } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { partsOf } from '#web/lib/part.ts'
import { useRecordForm } from '#web/lib/use-record-form.ts'
import type { MapPosition } from '#web/map/map-types.ts'
import { toast } from '#web/ui/toast.tsx'
import { toArea, toCorners } from './outline.ts'
import { speedWords } from './territory-words.ts'

export const colors = [
  { id: '#2563eb', label: 'Blue' },
  { id: '#c2410c', label: 'Orange' },
  { id: '#15803d', label: 'Green' },
  { id: '#9333ea', label: 'Purple' },
  { id: '#be123c', label: 'Red' },
  { id: '#0f766e', label: 'Teal' },
]

const toValues = (territory: Territory | undefined, color: string) => ({
  name: territory?.name ?? '',
  color: territory?.color ?? color,
  rule: territory?.rule ?? ('prefer' as const),
  driver_ids: territory?.driver_ids ?? [],
  /** Without percents, the usual speed; without hours, all day. */
  speed: {
    percent: territory?.speed?.percent ?? Number.NaN,
    from: territory?.speed?.from ?? '',
    to: territory?.speed?.to ?? '',
  },
  /** The corners, each once. */
  area: territory ? toCorners(territory.area) : [],
})

const { one, text } = partsOf<ReturnType<typeof toValues>>()

/** The form for a territory. A new one gets a color that no other has, while there is one. */
export function useTerritoryForm(row: Territory | undefined, others: readonly Territory[], onSaved: () => void) {
  const client = useQueryClient()
  const free =
    colors.find(({ id }) => !others.some(({ color }) => color === id)) ?? colors[others.length % colors.length]!
  return useRecordForm({
    initial: toValues(row, free.id),
    toBody: ({ area, speed: { percent, from, to }, ...values }) => ({
      ...values,
      area: toArea(area),
      speed: Number.isNaN(percent) ? null : { percent, from: from || null, to: to || null },
    }),
    schema: NewTerritory,
    shared: row && {
      record: row,
      toValues: (territory: Territory) => toValues(territory, free.id),
      parts: [
        text('Name', 'name'),
        one<string>('Color', 'color', (color) => colors.find(({ id }) => id === color)?.label ?? color),
        one<string>('Who delivers there', 'rule', (rule) =>
          rule === 'only' ? 'Only its drivers' : 'Preferably its drivers',
        ),
        one<string[]>('Drivers', 'driver_ids', (ids) => countOf(ids.length, 'driver')),
        one<{ percent: number; from: string; to: string }>('Driving speed', 'speed', ({ percent, ...hours }) =>
          Number.isNaN(percent)
            ? 'As elsewhere'
            : speedWords({ percent, from: hours.from || null, to: hours.to || null }),
        ),
        one<MapPosition[]>('Outline', 'area', (corners) => countOf(corners.length, 'corner')),
      ],
      gone: { code: 'territory_not_found', noun: 'territory' },
    },
    save: async (body, { idempotencyKey, version }) => {
      if (row) await call(changeTerritory, { params: { id: row.id }, body, version })
      else await call(createTerritory, { body, idempotencyKey })
    },
    onSaved: () => {
      void client.invalidateQueries({ queryKey: keys.territories })
      toast({ title: `The territory was ${row ? 'saved' : 'added'}` })
      onSaved()
    },
  })
}
export type TerritoryForm = ReturnType<typeof useTerritoryForm>
