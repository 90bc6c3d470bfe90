import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { changeDepot, createDepot, listDepots } from '#domain/api/depots.ts'
import { changeWorkspace } from '#domain/api/workspace.ts'
import type { Depot } from '#domain/schema/depot.ts'
import type { Me, Workspace } from '#domain/schema/workspace.ts'
import { call, newIdempotencyKey } from '#web/lib/call.ts'
import { FormConflict } from '#web/lib/form-conflict.tsx'
import { formatTimeOfDay } from '#web/lib/format.ts'
import { keys } from '#web/lib/keys.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { mayDo, meQuery } from '#web/lib/me.ts'
import { whyNot } from '#web/lib/why-not.ts'
import { placeWords } from '#web/lib/part.ts'
import { authClient } from '#web/lib/session.ts'
import { useWorkspaceAddress } from '#web/lib/use-workspace-address.ts'
import type { MapPosition } from '#web/map/map-types.ts'
import { MapView } from '#web/map/map-view.tsx'
import { PickLayer } from '#web/map/pick-layer.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ConfigurationForm } from './configuration-form.tsx'
import type { Configuration } from './configuration.ts'
import { saveFields } from './save-fields.ts'
import { useConflictQuestion, type Asker } from './use-conflict-question.ts'

type Known = { me: Me; depot?: Depot }

/** For members: the workspace's hours, its time zone and its main depot. */
export default function MemberConfig() {
  const queryClient = useQueryClient()
  const known = useQuery({ queryKey: keys.configuration, queryFn: () => loadKnown(queryClient) })
  // Not before calls can use the session.
  useWorkspaceAddress(known.data !== undefined)
  const note = (saved: Known) => {
    queryClient.setQueryData(keys.configuration, saved)
    queryClient.setQueryData(keys.me, saved.me)
  }
  if (known.data) return <LoadedConfig known={known.data} onSaved={note} />
  if (!known.error) return <Skeleton className="h-96 w-full" />
  return (
    <LoadError
      title="Your configuration could not be loaded"
      error={known.error}
      isRetrying={known.isFetching}
      onRetry={() => void known.refetch()}
    />
  )
}

async function loadKnown(queryClient: QueryClient): Promise<Known> {
  // Lets calls use the session.
  await authClient()
  const [me, depots] = await Promise.all([
    queryClient.fetchQuery({ ...meQuery, staleTime: 0 }),
    call(listDepots, { query: { active: 'true', limit: 200 } }),
  ])
  return { me, depot: depots.data.find((depot) => depot.is_default) }
}

function LoadedConfig({ known, onSaved }: { known: Known; onSaved: (known: Known) => void }) {
  // Changes are measured against what was opened, even if it is read again meanwhile: nobody overwrites the unseen.
  const [opened, setOpened] = useState(known)
  const { me, depot } = opened
  const { workspace } = me
  const [position, setPosition] = useState<MapPosition | null>(depot?.location ?? null)
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  const [failure, setFailure] = useState<unknown>()
  const [isPinMissing, setPinMissing] = useState(false)
  const { ask, question } = useConflictQuestion()
  const isAllowed = mayDo(me, 'manage_workspace') && mayDo(me, 'change_fleet')

  const save = async (configuration: Configuration) => {
    setPinMissing(position === null)
    if (!position) return
    setState('saving')
    setFailure(undefined)
    try {
      const saved = await saveKnown(opened, configuration, position, ask)
      if (saved) {
        setOpened(saved)
        onSaved(saved)
      }
      setState(saved ? 'saved' : 'idle')
    } catch (error) {
      setFailure(error)
      setState('idle')
    }
  }
  return (
    <>
      {!isAllowed && (
        <p className="mb-5 text-sm text-ink-muted">{whyNot(['manage_workspace'], 'change this configuration', me)}</p>
      )}
      <ConfigurationForm
        initial={{
          depotAddress: depot?.address ?? '',
          startTime: workspace.start_time,
          endTime: workspace.end_time,
          timeZone: workspace.time_zone,
        }}
        isSaving={state === 'saving'}
        isDisabled={!isAllowed}
        onSave={(configuration) => void save(configuration)}
      >
        <div className="text-sm">
          <MapView
            label="Position of the depot"
            center={position ?? undefined}
            zoom={position ? 14 : 11}
            className="h-48 rounded-xl border"
          >
            <PickLayer
              position={position}
              onPick={(picked) => {
                setPosition(picked)
                setPinMissing(false)
                setState('idle')
              }}
              title="The depot"
            />
          </MapView>
          <p
            role={isPinMissing ? 'alert' : undefined}
            className={isPinMissing ? 'mt-1.5 text-danger-ink' : 'mt-1.5 text-ink-muted'}
          >
            {isPinMissing
              ? 'Click the depot’s location on the map.'
              : 'Click the map to place the pin, or drag it. Entering an address does not move the pin.'}
          </p>
        </div>
      </ConfigurationForm>
      <FormConflict conflict={question} />
      <div className="mt-4 min-h-11 text-sm" role="status">
        {failure !== undefined && <LoadError title="Your configuration was not saved" error={failure} />}
        {state === 'saved' && (
          <p className="flex gap-2.5">
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-brand-ink" />
            <span>
              Configuration saved. <Link to="/dashboard/planning">Plan a day</Link>
            </span>
          </p>
        )}
      </div>
    </>
  )
}

/**
 * The depot first: hours are useless without one. A second try does not repeat what already succeeded. Nothing if the
 * person would rather go on editing.
 */
async function saveKnown(
  known: Known,
  wanted: Configuration,
  location: MapPosition,
  ask: Asker,
): Promise<Known | undefined> {
  const address = wanted.depotAddress.trim()
  const depot = known.depot
    ? await saveFields<Depot>(
        known.depot,
        { address, location },
        (body, version) => call(changeDepot, { params: { id: known.depot!.id }, body, version }),
        ask<Depot>({
          address: ['Main Depot Address', address, (theirs) => theirs.address],
          location: ['Position of the depot', placeWords(location), (theirs) => placeWords(theirs.location)],
        }),
      )
    : await call(createDepot, {
        body: { name: 'Main depot', address, location, is_default: true },
        idempotencyKey: newIdempotencyKey(),
      })
  const { startTime, endTime, timeZone } = wanted
  const workspace =
    depot &&
    (await saveFields<Workspace>(
      known.me.workspace,
      { start_time: startTime, end_time: endTime, time_zone: timeZone },
      (body, version) => call(changeWorkspace, { body, version }),
      ask<Workspace>({
        start_time: ['Start Time', formatTimeOfDay(startTime), (theirs) => formatTimeOfDay(theirs.start_time)],
        end_time: ['End Time', formatTimeOfDay(endTime), (theirs) => formatTimeOfDay(theirs.end_time)],
        time_zone: ['Time Zone', timeZone, (theirs) => theirs.time_zone],
      }),
    ))
  return depot && workspace && { me: { ...known.me, workspace }, depot }
}
