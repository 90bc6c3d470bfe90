import { renderSVG } from 'uqr'
import { useState } from 'react'
import { isOpen } from '../day/stops.ts'
import { goBack } from '../path.ts'
import { useDay } from '../road/use-road.ts'
import { Choice, Part, Toggle } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useAction } from '../use-action.ts'
import { writeHandoverCode } from '../stop/handover-code.ts'
import { useWords } from '../words/use-words.tsx'

/** Gives deliveries to another driver, who takes them over with the code that this phone then shows. */
export function HandPage() {
  const { say } = useWords()
  const day = useDay()
  const { act, problem, isPending, last } = useAction()
  const [to, setTo] = useState<string | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const open = day.routes
    .flatMap(({ stops }) => stops)
    .filter((stop) => stop.delivery && stop.kind !== 'pickup' && isOpen(stop))

  if (last) {
    const code = writeHandoverCode({ entryId: last.id, deliveryIds: chosen })
    const name = day.colleagues.find(({ id }) => id === to)?.name ?? ''
    return (
      <Screen title={say('hand.code', { name })} actions={<Press onClick={goBack}>{say('close')}</Press>}>
        <p className="text-pretty text-ink-muted">{say('hand.codeText')}</p>
        <img
          alt=""
          className="mx-auto w-full max-w-80 rounded-2xl bg-white p-3"
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(code, { border: 2 }))}`}
        />
        <p dir="ltr" className="text-center font-mono text-sm break-all select-all">
          {code}
        </p>
      </Screen>
    )
  }
  return (
    <Screen
      title={say('hand.title')}
      actions={
        <Press
          look="primary"
          isLarge
          isPending={isPending}
          disabled={!to || chosen.length === 0}
          onClick={() =>
            void act({ kind: 'handed_over', data: { to_driver_id: to!, delivery_ids: [...chosen], note: null } })
          }
        >
          {say('hand.save', { count: chosen.length })}
        </Press>
      }
    >
      <Problem text={problem} />
      <Part title={say('hand.to')}>
        {day.colleagues.length === 0 && <p>{say('hand.nobody')}</p>}
        <Choice
          label={say('hand.to')}
          options={day.colleagues.map(({ id, name }) => ({ value: id, label: name }))}
          value={to}
          onChange={setTo}
        />
      </Part>
      <Part title={say('hand.which')}>
        {open.length === 0 && <p>{say('hand.nothing')}</p>}
        {open.map(({ id, name, delivery }) => (
          <Toggle
            key={id}
            label={
              <>
                {say('stop.number', { number: String(delivery!.number) })} {delivery!.name ?? name}
              </>
            }
            isOn={chosen.includes(delivery!.id)}
            onChange={(isOn) =>
              setChosen(isOn ? [...chosen, delivery!.id] : chosen.filter((each) => each !== delivery!.id))
            }
          />
        ))}
      </Part>
    </Screen>
  )
}
