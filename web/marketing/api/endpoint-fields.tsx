import { operationKeptHours } from '#domain/operations.ts'
import { deliveryStates } from '#domain/delivery-state.ts'
import { OperationStatus } from '#domain/schema/operation.ts'
import { Code, type FieldRow } from './field-table.tsx'

export const requestFields: readonly FieldRow[] = [
  { name: 'pickup_address', type: 'string', text: 'Where to pick it up. Defaults to your depot.' },
  { name: 'delivery_address', type: 'string, required', text: 'Where to deliver it.' },
  { name: 'recipient_name', type: 'string', text: 'Who will receive it.' },
  {
    name: 'recipient_phone',
    type: 'string',
    text: (
      <>
        Such as <Code>+628110000001</Code>. Without a country code, it is a number of your country.
      </>
    ),
  },
  {
    name: 'scheduled_time',
    type: 'ISO timestamp',
    text: (
      <>
        When it should arrive. Sets the day and a window of 30 minutes on either side. Required unless you give only the
        day, as <Code>scheduled_date</Code>.
      </>
    ),
  },
]

export const replyFields: readonly FieldRow[] = [
  { name: 'id', type: 'string', text: 'Identifies the delivery in later requests.' },
  { name: 'status', type: 'enum', text: <Codes names={deliveryStates} /> },
  {
    name: 'current_location',
    type: 'lat, lng or null',
    text: (
      <>
        The driver’s <Code>lat</Code> and <Code>lng</Code> while the delivery is on the road, or <Code>null</Code> if
        unknown.
      </>
    ),
  },
  { name: 'estimated_arrival', type: 'ISO timestamp or null', text: 'When we expect it to arrive.' },
]

export const searchFields: readonly FieldRow[] = [
  {
    name: 'time_limit_seconds',
    type: 'number',
    text: 'How long to search. Defaults to one second per 100 stops.',
  },
  { name: 'threads', type: 'number', text: 'Parallel searches that learn from each other. Defaults to 1.' },
  {
    name: 'seed, iteration_limit',
    type: 'numbers',
    text: 'The same problem, seed and iteration limit always give the same plan.',
  },
]

export const problemFields: readonly FieldRow[] = [
  {
    name: 'vehicles',
    type: 'array, required',
    text: (
      <>
        Where they start and end, what they hold and when they work. Locations are <Code>[longitude, latitude]</Code>,
        or an index into your own <Code>matrices</Code>.
      </>
    ),
  },
  {
    name: 'jobs',
    type: 'array',
    text: 'Locations to visit, with service times, windows, amounts, skills and priorities.',
  },
  {
    name: 'shipments',
    type: 'array',
    text: 'Goods that one vehicle picks up at one location and delivers to another.',
  },
  {
    name: 'matrices',
    type: 'object, by profile',
    text: 'Durations, distances and costs between locations, if you have your own.',
  },
]

export const operationFields: readonly FieldRow[] = [
  { name: 'status', type: 'enum', text: <Codes names={OperationStatus.options} /> },
  { name: 'progress', type: 'object or null', text: 'Cost, routes and unassigned jobs in the best plan so far.' },
  { name: 'result', type: 'plan or null', text: 'The plan, once it’s done.' },
  {
    name: 'finished_at',
    type: 'ISO timestamp or null',
    text: `When it finished. You can read the operation for another ${operationKeptHours} hours.`,
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
