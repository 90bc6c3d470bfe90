import { expect, test } from 'vitest'
import { dayDeliveries, dayFleet, stopsOf } from './sample-day.ts'

test('each sample delivery on its way is with a driver whose vehicle is on the road', () => {
  const onTheRoad = dayFleet.filter(({ status }) => status === 'active').map(({ driver }) => driver)
  for (const { id, status, driver } of dayDeliveries) {
    if (status === 'pending') expect(driver, id).toBe('')
    else expect(onTheRoad, id).toContain(driver)
  }
})

test('only vehicles on the road have stops, and no more are done than there are', () => {
  for (const vehicle of dayFleet) {
    const { all, done } = stopsOf(vehicle)
    expect(all > 0, vehicle.code).toBe(vehicle.status === 'active')
    expect(done, vehicle.code).toBeLessThanOrEqual(all)
  }
})
