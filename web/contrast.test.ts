import { expect, test } from 'vitest'
import { contrast } from '#domain/contrast.ts'
import css from './theme.css?raw'

const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
)

const surfaces = ['ground', 'surface', 'raised', 'hover', 'sunken']
const tones = ['brand', 'danger', 'warning', 'success', 'info', 'violet', 'neutral']
const text: [string, string][] = [
  ...surfaces.flatMap((surface): [string, string][] => [
    ['ink', surface],
    ['ink-muted', surface],
    ['ink-faint', surface],
    ['brand-ink', surface],
    ['danger-ink', surface],
  ]),
  ...tones.map((tone): [string, string] => [`${tone}-ink`, `${tone}-soft`]),
  ['ink-muted', 'brand-soft'],
  ['ink', 'danger-soft'],
  ['ink-muted', 'danger-soft'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-brand', 'brand-pressed'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['map-ink', 'map-ground'],
]
const shapes: [string, string][] = surfaces.flatMap((surface): [string, string][] => [
  ['control-line', surface],
  ['focus', surface],
])

test.each(['light', 'dark'] as const)('text is readable in the %s theme (4.5 to 1)', (theme) => {
  const poor = text
    .map(([ink, paper]) => ({ ink, paper, ratio: contrast(tokens.get(ink)![theme], tokens.get(paper)![theme]) }))
    .filter(({ ratio }) => ratio < 4.5)
  expect(poor).toEqual([])
})

test.each(['light', 'dark'] as const)(
  'edges of controls and focus rings stand out in the %s theme (3 to 1)',
  (theme) => {
    const poor = shapes
      .map(([line, paper]) => ({ line, paper, ratio: contrast(tokens.get(line)![theme], tokens.get(paper)![theme]) }))
      .filter(({ ratio }) => ratio < 3)
    expect(poor).toEqual([])
  },
)
