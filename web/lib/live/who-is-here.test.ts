import { expect, test } from 'vitest'
import { othersIn, readSelection, saysWho } from './who-is-here.ts'

const [me, budi, sari] = ['1', '2', '3'].map((digit) => `0199aa11-2222-7333-8444-55556666000${digit}`) as [
  string,
  string,
  string,
]
const shown = (id: string, name: string) => ({ presence_ref: 'x', who: { id, name } })

test('the others are listed once each, by name, whatever they call themselves', () => {
  const state = {
    [me]: [shown(me, 'Maya')],
    [sari]: [shown(sari, 'Sari'), shown(sari, 'Sari')],
    'any key': [{ ...shown(budi, 'Budi'), name: 'The Owner' }],
    odd: [{ name: 'Nobody' }, { who: 'Mallory' }, null],
  }
  expect(othersIn(state, me)).toEqual([
    { id: budi, name: 'Budi', selected: [] },
    { id: sari, name: 'Sari', selected: [] },
  ])
  expect(othersIn({}, me)).toEqual([])
})

test('a sentence says who is here', () => {
  const people = ['Budi', 'Maya', 'Sari'].map((name) => ({ id: name, name }))
  expect(saysWho([])).toBe('')
  expect(saysWho(people.slice(0, 1))).toBe('Budi is here')
  expect(saysWho(people.slice(0, 2))).toBe('Budi and Maya are here')
  expect(saysWho(people)).toBe('Budi, Maya, and Sari are here')
})

test('a selection is believed only in the shape that it has', () => {
  expect(readSelection({ by: budi, ids: [sari], more: 1 })).toEqual({ by: budi, ids: [sari] })
  for (const odd of [
    null,
    'x',
    { by: 'Budi', ids: [] },
    { by: budi, ids: ['<b>'] },
    { by: budi, ids: Array(501).fill(sari) },
  ])
    expect(readSelection(odd)).toBeUndefined()
})
