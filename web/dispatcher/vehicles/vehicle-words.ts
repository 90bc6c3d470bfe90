import type { Vehicle } from '#domain/schema/vehicle.ts'
import { formatKilograms, formatVolume } from '#web/lib/format.ts'

export const typeWords: Record<Vehicle['type'], string> = {
  motorcycle: 'Motorcycle',
  car: 'Car',
  van: 'Van',
  truck: 'Truck',
  bicycle: 'Bicycle',
}

/** Such as "500 kg · 2,000 L". Omits what is not limited. */
export function capacityWords(vehicle: Pick<Vehicle, 'capacity_kg' | 'capacity_l'>): string {
  const parts = [
    vehicle.capacity_kg !== null && formatKilograms(vehicle.capacity_kg),
    vehicle.capacity_l !== null && formatVolume(vehicle.capacity_l),
  ].filter(Boolean)
  return parts.length ? parts.join(' · ') : 'No limit'
}
