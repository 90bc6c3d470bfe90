import { operationKeptHours } from '#domain/api-quota.ts'
import { deliveryStates } from '#domain/delivery-state.ts'
import { OperationStatus } from '#domain/schema/operation.ts'
import { Code, type FieldRow } from './field-table.tsx'

export const requestFields: readonly FieldRow[] = [
  { name: 'pickup_address', type: 'text', text: 'Where it is taken from. Your depot when you leave it out.' },
  { name: 'delivery_address', type: 'text, required', text: 'Where it is brought to.' },
  { name: 'recipient_name', type: 'text', text: 'Who receives it.' },
  {
    name: 'recipient_phone',
    type: 'text',
    text: (
      <>
        With country code, like <Code>+628110000001</Code>.
      </>
    ),
  },
  {
    name: 'scheduled_time',
    type: 'ISO timestamp',
    text: (
      <>
        When it should arrive. It sets the day, and a window of 30 minutes either side. Required, unless you give the
        day alone as <Code>scheduled_date</Code>.
      </>
    ),
  },
]

export const replyFields: readonly FieldRow[] = [
  { name: 'id', type: 'text', text: 'The delivery, for later questions about it.' },
  { name: 'status', type: 'one of', text: <Codes names={deliveryStates} /> },
  {
    name: 'current_location',
    type: 'lat, lng or null',
    text: (
      <>
        Where the driver is, as <Code>lat</Code> and <Code>lng</Code>, while the delivery is on the road;{' '}
        <Code>null</Code> until that is known.
      </>
    ),
  },
  { name: 'estimated_arrival', type: 'ISO timestamp or null', text: 'When we expect it to arrive.' },
]

export const searchFields: readonly FieldRow[] = [
  {
    name: 'time_limit_seconds',
    type: 'number',
    text: 'How long to search. One second for every 100 stops when you leave it out.',
  },
  { name: 'threads', type: 'number', text: 'Searches at the same time, which learn from each other. 1 unless told.' },
  {
    name: 'seed, iteration_limit',
    type: 'numbers',
    text: 'The same problem, seed and number of iterations give the same plan again.',
  },
]

export const problemFields: readonly FieldRow[] = [
  {
    name: 'vehicles',
    type: 'list, required',
    text: (
      <>
        Where they start and end, what they hold, when they work. Places are <Code>[longitude, latitude]</Code>, or an
        index into your own <Code>matrices</Code>.
      </>
    ),
  },
  { name: 'jobs', type: 'list', text: 'Places to visit, with service times, windows, amounts, skills and priorities.' },
  { name: 'shipments', type: 'list', text: 'What one vehicle picks up at one place and delivers at another.' },
  { name: 'matrices', type: 'by profile', text: 'Durations, distances and costs between places, if you have them.' },
]

export const operationFields: readonly FieldRow[] = [
  { name: 'status', type: 'one of', text: <Codes names={OperationStatus.options} /> },
  { name: 'progress', type: 'object or null', text: 'Cost, routes and unassigned of the best plan so far.' },
  { name: 'result', type: 'plan or null', text: 'The plan, once it is done.' },
  {
    name: 'finished_at',
    type: 'ISO timestamp or null',
    text: `When it ended. It can be read for ${operationKeptHours} hours more.`,
  },
]

function Codes({ names }: { names: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {names.map((name) => (
        <Code key={name}>{name}</Code>
      ))}
    </span>
  )
}
