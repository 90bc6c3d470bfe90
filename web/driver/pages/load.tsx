import { Check, CheckCheck, PackageCheck, ScanLine, X } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { routeOfToday } from '../day/stops.ts'
import { countLoads, findLoad, loadList, type Load } from '../load/load-list.ts'
import { go } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { Scanner, type ScanBy, type ScanWord } from '../scan/scanner.tsx'
import { placeOf, stopName } from '../stop/stop-words.ts'
import { Card, Note, Part, Tag } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { useWords } from '../words/use-words.tsx'

/** Loading the van: each parcel is scanned or ticked, and what is not there is marked. */
export function LoadPage() {
  const words = useWords()
  const { say } = words
  const day = useDay()
  const { settings } = day
  const { act, problem } = useAction()
  const [isScanning, setScanning] = useState(false)
  const [isFinished, setFinished] = useState(false)
  const route = routeOfToday(day, Date.now())
  const list = route ? loadList(route) : []
  const count = countLoads(list)
  const left = count.all - count.loaded - count.missing
  const mustScan = settings.scan_at_loading === 'must'

  const mark = ({ stop, index, code }: Load, by: ScanBy) =>
    act({ kind: 'parcel_loaded', data: { delivery_id: stop.delivery.id, index, code, by } })
  const miss = ({ stop, index }: Load) =>
    act({ kind: 'parcel_missing', data: { delivery_id: stop.delivery.id, index, note: null } })

  async function scan(code: string, by: ScanBy): Promise<ScanWord> {
    const load = findLoad(list, code)
    if (!load) return { text: say('scan.unknown', { code: code.slice(0, 40) }), isGood: false }
    const isAgain = load.loaded === 'loaded'
    if (!isAgain) await mark(load, by)
    const stop = say('scan.ofStop', { number: load.stop.sequence, name: stopName(load.stop, words) })
    const parts = [say(isAgain ? 'scan.again' : 'scan.right', { code: load.code }), stop, placeOf(load.place, words)]
    return { text: parts.filter(Boolean).join(' · '), isGood: true }
  }

  async function markRest() {
    for (const { loads } of list) for (const load of loads) if (!load.loaded) await mark(load, 'hand')
  }

  if (!route || list.length === 0) {
    return (
      <Screen title={say('load.title')} onBack={null}>
        <Card className="grid justify-items-center gap-2 py-8 text-center">
          <PackageCheck aria-hidden="true" className="size-10 text-ink-faint" />
          <p className="text-ink-muted">{say('load.nothing')}</p>
        </Card>
      </Screen>
    )
  }
  return (
    <Screen
      title={say('load.title')}
      subtitle={say('load.progress', { loaded: count.loaded, all: count.all })}
      onBack={null}
    >
      <Problem text={problem} />
      {!day.shift && <Note>{say('shift.needed')}</Note>}
      {left === 0 ? (
        <Note tone={count.missing ? 'warning' : 'success'} role="status" icon={<CheckCheck aria-hidden="true" />}>
          <p>{count.missing ? say('load.missing', { count: count.missing }) : say('load.all')}</p>
          <Press className="mt-2 w-full" onClick={() => go('/')}>
            {say('nav.today')}
          </Press>
        </Note>
      ) : (
        day.shift && (
          <div className="grid gap-2">
            {isScanning ? (
              <>
                <Scanner onCode={scan} />
                <Press onClick={() => setScanning(false)}>{say('scan.stop')}</Press>
              </>
            ) : (
              settings.scan_at_loading !== 'off' && (
                <Press
                  look="primary"
                  isLarge
                  icon={<ScanLine aria-hidden="true" className="size-5" />}
                  onClick={() => setScanning(true)}
                >
                  {say('scan.start')}
                </Press>
              )
            )}
            {!mustScan &&
              (isFinished ? (
                <Note tone="warning" role="alert">
                  <p>{say('load.sure', { count: left })}</p>
                  <div className="mt-2 grid grid-cols-2 gap-2">
                    <Press onClick={() => setFinished(false)}>{say('cancel')}</Press>
                    <Press look="primary" onClick={() => void markRest()}>
                      {say('yes')}
                    </Press>
                  </div>
                </Note>
              ) : (
                <Press onClick={() => setFinished(true)}>{say('load.markAll')}</Press>
              ))}
          </div>
        )
      )}
      <p className="text-sm text-pretty text-ink-muted">{say(mustScan ? 'load.mustText' : 'load.text')}</p>
      {list.map(({ stop, loads }) => (
        <Part key={stop.id} title={say('map.stopAt', { number: stop.sequence, name: stopName(stop, words) })}>
          <ul className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface">
            {loads.map((load) => (
              <Row
                key={load.index}
                load={load}
                canTick={!mustScan}
                isDisabled={!day.shift}
                onLoaded={() => void mark(load, 'hand')}
                onMissing={() => void miss(load)}
              />
            ))}
          </ul>
        </Part>
      ))}
    </Screen>
  )
}

type RowProps = { load: Load; canTick: boolean; isDisabled: boolean; onLoaded: () => void; onMissing: () => void }

function Row({ load, canTick, isDisabled, onLoaded, onMissing }: RowProps) {
  const words = useWords()
  const { say } = words
  const { code, description, place, loaded } = load
  return (
    <li className="flex items-center gap-2 py-2 ps-4 pe-2">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-semibold">{code}</bdi>
          {place && <Tag tone="brand">{placeOf(place, words)}</Tag>}
        </p>
        {description && <p className="text-sm text-ink-muted wrap-anywhere">{description}</p>}
      </div>
      <button
        type="button"
        aria-pressed={loaded === 'missing'}
        aria-label={say('load.markMissing', { code })}
        disabled={isDisabled || loaded === 'missing'}
        onClick={onMissing}
        className={cx(
          'focus-ring grid size-12 shrink-0 place-items-center rounded-xl border disabled:opacity-60',
          loaded === 'missing'
            ? 'border-transparent bg-danger-soft text-danger-ink disabled:opacity-100'
            : 'border-line-strong text-ink-muted',
        )}
      >
        <X aria-hidden="true" className="size-6" />
      </button>
      {(canTick || loaded === 'loaded') && (
        <button
          type="button"
          aria-pressed={loaded === 'loaded'}
          aria-label={say('load.markLoaded', { code })}
          disabled={isDisabled || loaded === 'loaded'}
          onClick={onLoaded}
          className={cx(
            'focus-ring grid size-12 shrink-0 place-items-center rounded-xl border disabled:opacity-60',
            loaded === 'loaded'
              ? 'border-transparent bg-success-soft text-success-ink disabled:opacity-100'
              : 'border-line-strong text-ink-muted',
          )}
        >
          <Check aria-hidden="true" className="size-6" />
        </button>
      )}
    </li>
  )
}
