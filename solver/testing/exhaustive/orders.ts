import type { TimeWindow, VroomInput, VroomJob } from '../../json/vroom.ts'

/** A job or a shipment, with its stops in order. */
export type Order = {
  priority: number
  prize: number | undefined
  groups: string[]
  /** The numbers of all orders that must be finished before it begins. */
  earlier: Set<number>
  stops: Stop[]
}

export type Stop = VroomJob & { name: string; orderNumber: number; isLast: boolean; isOfShipment?: boolean } & {
  /** Seconds on board beyond the drive from there. */
  max_detour?: number
  comesFrom?: number
}

/** Jobs, then shipments, each with its stops. */
export function ordersOf(problem: VroomInput): Order[] {
  const orders = readOrders(problem)
  const { jobs, shipments = [] } = problem
  const names = [...jobs.map(({ id }) => `job ${id}`), ...shipments.map(({ pickup }) => `shipment ${pickup.id}`)]
  const direct = [...jobs, ...shipments].map(({ after = [] }) =>
    after.map(({ type, id }) => names.indexOf(`${type} ${id}`)),
  )
  const collect = (into: Set<number>, order: number) => {
    for (const before of direct[order]) {
      into.add(before)
      collect(into, before)
    }
    return into
  }
  orders.forEach((order, o) => (order.earlier = collect(new Set(), o)))
  return orders
}

function readOrders({ jobs, shipments = [], previous }: VroomInput): Order[] {
  const promises = new Map(
    previous?.routes.flatMap(({ steps }) => steps.map(({ type, id, promised }) => [`${type} ${id}`, promised])),
  )
  const kept = <T extends { time_windows?: TimeWindow[] }>(name: string, step: T) => {
    const promised = promises.get(name)
    if (promised === undefined) return { ...step, name }
    const slack = previous!.promise_tolerance!
    const both = (step.time_windows ?? [[0, Infinity]]).map(([from, to]): TimeWindow => [
      Math.max(from, promised - slack),
      Math.min(to, promised + slack),
    ])
    return { ...step, name, time_windows: both.filter(([from, to]) => from <= to) }
  }
  const orders = jobs.map((job, orderNumber): Order => {
    const stops = [{ ...kept(`job ${job.id}`, job), orderNumber, isLast: true }]
    return { priority: job.priority ?? 0, prize: job.prize, groups: job.groups ?? [], earlier: new Set(), stops }
  })
  for (const {
    pickup,
    delivery,
    amount,
    skills,
    priority = 0,
    prize,
    groups = [],
    district,
    urgency,
    max_ride,
    max_detour,
  } of shipments) {
    const shared = {
      orderNumber: orders.length,
      isOfShipment: true,
      ...(skills && { skills }),
      ...(district && { district }),
      ...(urgency !== undefined && { urgency }),
    }
    const off = amount && { pickup: amount.map((value) => -value) }
    const stops: Stop[] = [
      { ...kept(`pickup ${pickup.id}`, pickup), ...shared, ...(amount && { pickup: amount }), isLast: false },
      {
        ...kept(`delivery ${delivery.id}`, delivery),
        ...shared,
        ...off,
        ...(max_ride !== undefined && { max_ride }),
        ...(max_detour !== undefined && { max_detour, comesFrom: pickup.location_index! }),
        isLast: true,
      },
    ]
    orders.push({ priority, prize, groups, earlier: new Set(), stops })
  }
  return orders
}
