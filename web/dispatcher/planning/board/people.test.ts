import { expect, test } from 'vitest'
import { withColors } from './people.tsx'

test('everybody has a color, and whoever comes first by name is shown at a stop that two have selected', () => {
  const budi = { id: 'b', name: 'Budi', selected: ['one', 'two'] }
  const sari = { id: 's', name: 'Sari', selected: ['two', 'three'] }
  const { people, selectors } = withColors([budi, sari])
  expect(new Set(people.map(({ color }) => color)).size).toBe(2)
  expect([...selectors].map(([id, { name }]) => `${id} ${name}`).toSorted()).toEqual([
    'one Budi',
    'three Sari',
    'two Budi',
  ])
})
