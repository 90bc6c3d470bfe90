import type { WhatIf } from '#domain/schema/revision.ts'

export type Preset = 'fewer' | 'later' | 'windows' | 'own'

type Known = { drivers: number; hasPlan: boolean }

/** Questions that dispatchers ask often. */
export function presetOptions({ drivers, hasPlan }: Known) {
  return [
    { id: 'fewer', label: 'One van fewer', isDisabled: drivers < 2 },
    { id: 'later', label: 'Start an hour later' },
    { id: 'windows', label: 'All windows kept', isDisabled: !hasPlan },
    { id: 'own', label: 'My own' },
  ] as const satisfies { id: Preset; label: string; isDisabled?: boolean }[]
}

/** What somebody fills in; NaN where nothing is said. */
export type ScenarioWish = {
  name: string
  atHome: string[]
  mostDrivers: number
  laterMinutes: number
  keepsWindows: boolean
}

const blank: ScenarioWish = {
  name: '',
  atHome: [],
  mostDrivers: Number.NaN,
  laterMinutes: Number.NaN,
  keepsWindows: false,
}

/** The answer form filled in for a usual question. */
export function wishOf(preset: Preset, { drivers }: Known): ScenarioWish {
  switch (preset) {
    case 'fewer':
      return { ...blank, name: 'One van fewer', mostDrivers: Math.max(1, drivers - 1) }
    case 'later':
      return { ...blank, name: 'Start an hour later', laterMinutes: 60 }
    case 'windows':
      return { ...blank, name: 'All windows kept', keepsWindows: true }
    case 'own':
      return blank
  }
}

export function whatIfOf({ name, atHome, mostDrivers, laterMinutes, keepsWindows }: ScenarioWish): WhatIf {
  return {
    name: name.trim(),
    ...(atHome.length && { without_drivers: atHome }),
    ...(!Number.isNaN(mostDrivers) && { drivers: mostDrivers }),
    ...(!Number.isNaN(laterMinutes) && { start_later_minutes: laterMinutes }),
    ...(keepsWindows && { keep_windows: true }),
  }
}

/** What a scenario asks, in words. */
export function whatIfWords({ without_drivers, drivers, start_later_minutes: later, keep_windows }: WhatIf): string {
  const parts = [
    without_drivers?.length &&
      `${without_drivers.length} ${without_drivers.length === 1 ? 'driver stays' : 'drivers stay'} at home`,
    drivers && `at most ${drivers} ${drivers === 1 ? 'driver' : 'drivers'}`,
    later && `starts ${Math.abs(later)} min ${later > 0 ? 'later' : 'earlier'}`,
    keep_windows && 'all windows kept',
  ].filter((part) => typeof part === 'string')
  const [first = '', ...rest] = parts
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ')
}
