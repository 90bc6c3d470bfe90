import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { createTerritory, deleteTerritory } from '#domain/api/territories.ts'
import type { Driver } from '#domain/schema/driver.ts'
import type { Territory } from '#domain/schema/territory.ts'
import { isInside } from '#domain/territory.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { FormNews } from '#web/lib/form-news.tsx'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { SaveError } from '#web/lib/save-error.tsx'
import { sentenceOf } from '#web/lib/sentence-of.ts'
import type { MapPosition } from '#web/map/map-types.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { useUnsavedGuard } from '../records/use-unsaved-guard.ts'
import { CornerList } from './corner-list.tsx'
import { DotsDay, type DotsDayProps } from './dots-day.tsx'
import { toArea, type Drawing } from './outline.ts'
import { SpeedFields } from './speed-fields.tsx'
import { Overlap } from './territory-list.tsx'
import { useSteps } from './use-steps.ts'
import { colors, useTerritoryForm } from './use-territory-form.ts'

type TerritoryEditorProps = DotsDayProps & {
  row: Territory | undefined
  others: readonly Territory[]
  drivers: readonly Driver[]
  isEditable: boolean
  onDrawing: (drawing: Drawing) => void
  onClose: () => void
}

/** Adds or changes a territory. Its outline is drawn on the map, or in the list of its corners. */
export function TerritoryEditor(props: TerritoryEditorProps) {
  const { row, others, drivers, dots, day, onDay, isEditable, onDrawing, onClose } = props
  const client = useQueryClient()
  const form = useTerritoryForm(row, others, onClose)
  const { values, set, field, problemOf } = form
  // There, a keyboard on the screen would cover the map.
  const isTouched = useMedia('(pointer: coarse)')
  const [isDeleting, setDeleting] = useState(false)
  const { close, question } = useUnsavedGuard(form.isChanged && isEditable && !isDeleting, onClose)

  const { past, change, undo } = useSteps<readonly MapPosition[]>(values.area, (next) => set('area', [...next]))
  const { area: corners, color } = values
  const latest = useRef(change)
  useEffect(() => {
    latest.current = change
  })
  // The map draws what the form holds.
  useEffect(() => onDrawing({ corners, color, change: (next) => latest.current(next) }), [onDrawing, corners, color])

  const remove = async (territory: Territory) => {
    setDeleting(true)
    try {
      await call(deleteTerritory, { params: { id: territory.id }, version: territory.version })
      const { name, color, area, driver_ids, rule, speed } = territory
      toast({
        title: `${name} was deleted`,
        action: {
          label: 'Undo',
          onPress: () =>
            void call(createTerritory, {
              body: { name, color, area, driver_ids, rule, speed },
              idempotencyKey: newIdempotencyKey(),
            }).then(
              () => client.invalidateQueries({ queryKey: keys.territories }),
              (error: unknown) => toast({ tone: 'error', title: sentenceOf(error) }),
            ),
        },
      })
      await client.invalidateQueries({ queryKey: keys.territories })
      onClose()
    } catch (error) {
      setDeleting(false)
      toast({ tone: 'error', title: sentenceOf(error) })
    }
  }

  const area = toArea(corners)
  const held = corners.length > 2 ? dots.positions.filter((dot) => isInside(area, dot)).length : 0
  const problem = problemOf('area')
  return (
    <Card title={row ? row.name : 'New territory'}>
      <Form
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          if (isEditable) void form.submit()
        }}
        className="flex flex-col gap-4"
      >
        <FormNews news={form.news} />
        {form.failure !== undefined && <SaveError title="The territory was not saved" error={form.failure} />}
        <fieldset disabled={!isEditable} className="contents">
          <CornerList
            corners={corners}
            onChange={change}
            onUndo={past.length > 0 ? undo : undefined}
            isEditable={isEditable}
            problem={problem}
          />
          <TextField label="Name" isRequired autoFocus={!row && !isTouched} {...field('name')} />
          <RadioGroup
            label="Who delivers there"
            isDisabled={!isEditable}
            options={[
              { id: 'prefer', label: 'Preferably these drivers', description: 'Others if that is much cheaper' },
              { id: 'only', label: 'Only these drivers', description: 'Without one of them, it is not planned' },
            ]}
            value={values.rule}
            onChange={(rule) => set('rule', rule as Territory['rule'])}
          />
          <div className="max-h-56 overflow-y-auto rounded-lg border p-3">
            <CheckboxGroup
              label="Drivers"
              isDisabled={!isEditable}
              options={drivers.map(({ id, name }) => ({ id, label: name }))}
              value={values.driver_ids}
              onChange={(ids) => set('driver_ids', ids)}
            />
            {drivers.length === 0 && <p className="text-ink-muted">Add drivers first.</p>}
          </div>
          <SpeedFields form={form} isDisabled={!isEditable} />
          <RadioGroup
            label="Color"
            isDisabled={!isEditable}
            options={colors}
            value={color}
            onChange={(next) => set('color', next)}
          />
          <DotsDay dots={dots} day={day} onDay={onDay} />
          {corners.length > 2 && (
            <p className="text-[0.8125rem] text-ink-muted">
              {formatNumber(held)} of {countOf(dots.positions.length, 'delivery', 'deliveries')} of that day{' '}
              {held === 1 ? 'is' : 'are'} inside.
              <Overlap territory={{ ...(row && { id: row.id }), area }} others={others} />
            </p>
          )}
        </fieldset>
        <div className="flex flex-wrap gap-2">
          {isEditable && (
            <Button variant="primary" type="submit" isPending={form.isSaving}>
              {row ? 'Save' : 'Add territory'}
            </Button>
          )}
          <Button onPress={close}>{isEditable ? 'Cancel' : 'Close'}</Button>
          {row && isEditable && (
            <Button variant="danger-quiet" className="ml-auto" onPress={() => void remove(row)}>
              Delete
            </Button>
          )}
        </div>
      </Form>
      <FormConflict conflict={form.conflict} />
      <ConfirmDialog
        {...question}
        title="Discard your changes?"
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        isDestructive
      >
        What you drew has not been saved.
      </ConfirmDialog>
    </Card>
  )
}
