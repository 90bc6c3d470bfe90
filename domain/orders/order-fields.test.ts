import { expect, test } from 'vitest'
import { orderFieldNames } from './order-defaults.ts'
import { openOrderFields, personalOrderFields } from './order-fields.ts'

test('every field of an order is either open or personal', () => {
  expect([...openOrderFields, ...personalOrderFields].toSorted()).toEqual(orderFieldNames.toSorted())
})
