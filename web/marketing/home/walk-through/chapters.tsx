import type { ComponentType } from 'react'
import { PlanScene } from './plan-scene.tsx'
import { ProveScene } from './prove-scene.tsx'
import { TrackScene } from './track-scene.tsx'

type Chapter = { name: string; title: string; text: string; Scene: ComponentType }

export const chapters: readonly Chapter[] = [
  {
    name: 'Plan',
    title: 'Seven orders, two drivers, one click',
    text: 'Orders come from a file, your shop or the API. Press Optimize, and each one gets a driver, a place on the route and a time.',
    Scene: PlanScene,
  },
  {
    name: 'Track',
    title: 'Track the day, and let recipients track it too',
    text: 'Drag the clock. ETAs are ranges that narrow as the driver gets closer, and recipients find out in time.',
    Scene: TrackScene,
  },
  {
    name: 'Prove',
    title: 'Proof of every delivery at the door',
    text: 'A photo, a signature or a PIN, stored with place and time, even offline. Try it: sign with your finger or mouse.',
    Scene: ProveScene,
  },
]
