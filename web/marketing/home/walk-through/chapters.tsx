import type { ComponentType } from 'react'
import { PlanScene } from './plan-scene.tsx'
import { ProveScene } from './prove-scene.tsx'
import { TrackScene } from './track-scene.tsx'

type Chapter = { name: string; title: string; text: string; Scene: ComponentType }

export const chapters: readonly Chapter[] = [
  {
    name: 'Plan',
    title: 'Seven orders, two drivers, one press',
    text: 'Orders come from a file, your shop or the API. Press Optimize and every one of them finds its driver, its place and its time.',
    Scene: PlanScene,
  },
  {
    name: 'Track',
    title: 'Follow the day, and let recipients follow too',
    text: 'Drag the clock. Arrival times are ranges that narrow as the driver comes nearer, and the recipient hears of it in time.',
    Scene: TrackScene,
  },
  {
    name: 'Prove',
    title: 'Every delivery proven at the door',
    text: 'A photo, a signature or a PIN, kept with place and time, offline too. Try it: sign with your finger or mouse.',
    Scene: ProveScene,
  },
]
