import { expect, test } from 'vitest'
import { freeCodes } from './rules.ts'

test('codes start at KA-1001 and fill gaps', () => {
  expect(freeCodes([], 2)).toEqual(['KA-1001', 'KA-1002'])
  expect(freeCodes(['KA-1001', 'KA-1003', 'KA-x', 'KA-999'], 3)).toEqual(['KA-1002', 'KA-1004', 'KA-1005'])
})
