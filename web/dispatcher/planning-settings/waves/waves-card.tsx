import { useQuery } from '@tanstack/react-query'
import { AlarmClock, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Wave } from '#domain/schema/wave.ts'
import { LoadError } from '#web/lib/load-error.tsx'
import { useMay, useMe } from '#web/lib/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { MenuItem } from '#web/ui/menu.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { wavesQuery } from '../../queries.ts'
import { useWaveActions } from './use-wave-actions.ts'
import { WaveDialog } from './wave-dialog.tsx'
import { freezeWords, lastWords, nextWords, timeWords } from './wave-words.ts'

/** The set times at which plans are made by themselves. */
export function WavesCard() {
  const mayChange = useMay('change_planning')
  const waves = useQuery(wavesQuery)
  const { refresh } = useWaveActions()
  const [edited, setEdited] = useState<Wave | 'new'>()
  const add = (
    <Button size="small" icon={<Plus aria-hidden="true" className="size-3.5" />} onPress={() => setEdited('new')}>
      Add a wave
    </Button>
  )
  return (
    <Card
      title="Planning by itself"
      description="At set times, Karta makes a plan and leaves it as a draft. Orders that come after a freeze join the next wave."
      actions={mayChange && add}
    >
      {waves.isLoadingError ? (
        <LoadError
          title="The waves could not be loaded"
          error={waves.error}
          onRetry={() => void waves.refetch()}
          isRetrying={waves.isFetching}
        />
      ) : !waves.data ? (
        <Skeleton className="h-16 w-full rounded-lg" />
      ) : waves.data.length === 0 ? (
        <p className="flex items-center gap-2.5 text-ink-muted">
          <AlarmClock aria-hidden="true" className="size-4.5 shrink-0" />
          Nothing is planned by itself yet.
        </p>
      ) : (
        <ul className="-my-3 divide-y">
          {waves.data.map((wave) => (
            <WaveRow key={wave.id} wave={wave} mayChange={mayChange} onEdit={() => setEdited(wave)} />
          ))}
        </ul>
      )}
      {edited && (
        <WaveDialog
          wave={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => void refresh()}
        />
      )}
    </Card>
  )
}

type WaveRowProps = { wave: Wave; mayChange: boolean; onEdit: () => void }

function WaveRow({ wave, mayChange, onEdit }: WaveRowProps) {
  const zone = useMe().workspace.time_zone
  const { switchTo, remove } = useWaveActions()
  const last = lastWords(wave, zone)
  return (
    <li className="flex items-start gap-3 py-3">
      <Switch
        aria-label={`${wave.name} is on`}
        isSelected={wave.active}
        isDisabled={!mayChange}
        onChange={(active) => void switchTo(wave, active)}
        className="mt-0.5"
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{wave.name}</p>
        <p>
          {timeWords(wave)}. {freezeWords(wave)}
        </p>
        <p className="text-[0.8125rem] text-ink-muted">{nextWords(wave, zone)}</p>
        {last && <p className="text-[0.8125rem] text-ink-muted">Last: {last}</p>}
      </div>
      {mayChange && (
        <RowMenu label={wave.name}>
          <MenuItem icon={<Pencil />} onAction={onEdit}>
            Edit
          </MenuItem>
          <MenuItem icon={<Trash2 />} isDestructive onAction={() => void remove(wave)}>
            Delete
          </MenuItem>
        </RowMenu>
      )}
    </li>
  )
}
