import { expect, test } from 'vitest'
import { watchTiles } from './tile-watch.ts'

test('one missing tile is ignored, several in a row are an outage, and a tile that loads ends it', () => {
  const heard: boolean[] = []
  const tiles = watchTiles((isReachable) => heard.push(isReachable))
  tiles.failed()
  tiles.failed()
  tiles.loaded()
  tiles.failed()
  tiles.failed()
  expect(heard).toEqual([])
  tiles.failed()
  tiles.failed()
  expect(heard).toEqual([false])
  tiles.loaded()
  expect(heard).toEqual([false, true])
})

test('a server that never answers is unreachable until it does', () => {
  const heard: boolean[] = []
  const tiles = watchTiles((isReachable) => heard.push(isReachable))
  tiles.silent()
  tiles.loaded()
  tiles.silent()
  expect(heard).toEqual([false, true])
})
