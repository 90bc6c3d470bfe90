import { useQuery } from '@tanstack/react-query'
import type { RecurringOrder, StandingRoute } from '#domain/schema/recurring.ts'
import { useMay } from '#web/lib/me.ts'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { activeDriversQuery } from '../queries.ts'
import { whoWords } from './recurring-words.ts'
import { around, first, last, newRoute, noRoute } from './rule-values.ts'
import type { RuleForm } from './rule-fields.tsx'

type RouteFieldsProps = RuleForm & {
  /** The edited order, if it is not new. */
  id: string | undefined
  all: readonly RecurringOrder[]
  routes: readonly StandingRoute[]
  isDisabled?: boolean
}

/** The standing route of a recurring order, also a new one, and its place there. */
export function RouteFields({ values, set, problemOf, id, all, routes, isDisabled = false }: RouteFieldsProps) {
  const mayAdd = useMay('change_planning')
  const drivers = useQuery(activeDriversQuery)
  const chosen = routes.find((route) => route.id === values.route)
  const options = [
    { id: noRoute, label: 'None: plans decide' },
    ...routes.map(({ id: each, name, driver_name }) => ({ id: each, label: name, description: driver_name })),
    ...(mayAdd ? [{ id: newRoute, label: 'A new route…' }] : []),
  ]
  return (
    <>
      <Select
        label="Standing route"
        description={chosen ? `${chosen.driver_name} drives it.` : 'Orders that one driver serves in the same order.'}
        options={options}
        isDisabled={isDisabled}
        value={values.route}
        onChange={(route) => {
          set('route', String(route))
          set('place', last)
        }}
        errorMessage={problemOf('route')}
      />
      {values.route === newRoute && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Name of the new route"
            isRequired
            placeholder="North, mornings"
            value={values.route_name}
            onChange={(name) => set('route_name', name)}
            errorMessage={problemOf('route_name')}
          />
          <Select
            label="Driver of the new route"
            isRequired
            placeholder="Choose a driver"
            options={(drivers.data ?? []).map((driver) => ({ id: driver.id, label: driver.name }))}
            value={values.route_driver_id || null}
            onChange={(driver) => set('route_driver_id', String(driver))}
            errorMessage={problemOf('route_driver_id')}
          />
        </div>
      )}
      {chosen && <PlaceField {...{ values, set, id, all, isDisabled }} />}
    </>
  )
}

type PlaceFieldProps = Pick<RouteFieldsProps, 'values' | 'set' | 'id' | 'all'> & { isDisabled: boolean }

function PlaceField({ values, set, id, all, isDisabled }: PlaceFieldProps) {
  const { before, after } = around(values, id, all)
  const others = [...before, ...after]
  if (others.length === 0) return null
  const end = others.at(-1)!
  const options = [
    { id: first, label: 'First' },
    ...others.slice(0, -1).map((order) => ({ id: order.id, label: `After ${whoWords(order)}` })),
    { id: end.id, label: `Last, after ${whoWords(end)}` },
  ]
  return (
    <Select
      label="Place on the route"
      options={options}
      isDisabled={isDisabled}
      value={before.at(-1)?.id ?? first}
      onChange={(place) => set('place', String(place))}
    />
  )
}
