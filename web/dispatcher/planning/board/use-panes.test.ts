import { expect, test } from 'vitest'
import { readPanes, togglePane } from './use-panes.ts'

test('what a device remembers wrongly gives the usual panes', () => {
  const usual = readPanes(null)
  expect(usual).toMatchObject({ list: 330, timeline: 260, hidden: [] })
  expect(readPanes('not JSON')).toEqual(usual)
  expect(readPanes('{"list":"wide","hidden":["moon"]}')).toEqual(usual)
  expect(readPanes('{"list":410}')).toEqual({ ...usual, list: 410 })
})

test('a pane is hidden and shown again, but the last of map, list and timeline stays', () => {
  const withoutMap = togglePane(readPanes(null), 'map')
  expect(withoutMap.hidden).toEqual(['map'])
  expect(togglePane(withoutMap, 'map').hidden).toEqual([])
  const onlyList = togglePane(withoutMap, 'timeline')
  expect(togglePane(onlyList, 'list')).toBe(onlyList)
})
