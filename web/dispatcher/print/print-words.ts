import type { Delivery } from '#domain/schema/delivery.ts'
import { formatKilograms, formatVolume } from '#web/lib/format.ts'

/** What a delivery weighs and takes up, as far as it is known: `6.4 kg, 36.7 L`. */
export function loadWords({ weight_kg, volume_l }: Pick<Delivery, 'weight_kg' | 'volume_l'>): string {
  return [weight_kg > 0 && formatKilograms(weight_kg), volume_l > 0 && formatVolume(volume_l)]
    .filter(Boolean)
    .join(', ')
}

/** What the driver has to mind: `Urgent · cold, fragile`. Empty if nothing. */
export function needWords({ priority, skills }: Pick<Delivery, 'priority' | 'skills'>): string {
  return [priority === 1 && 'Urgent', skills.join(', ')].filter(Boolean).join(' · ')
}
