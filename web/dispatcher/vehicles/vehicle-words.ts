import type { Vehicle } from '#domain/schema/vehicle.ts'

export const typeWords: Record<Vehicle['type'], string> = {
  motorcycle: 'Motorcycle',
  car: 'Car',
  van: 'Van',
  truck: 'Truck',
  bicycle: 'Bicycle',
}

/** Such as "500 kg · 2,000 l". Omits what is not limited. */
export function capacityWords(vehicle: Pick<Vehicle, 'capacity_kg' | 'capacity_l'>): string {
  const parts = [
    vehicle.capacity_kg !== null && `${vehicle.capacity_kg.toLocaleString('en')} kg`,
    vehicle.capacity_l !== null && `${vehicle.capacity_l.toLocaleString('en')} l`,
  ].filter(Boolean)
  return parts.length ? parts.join(' · ') : 'No limit'
}
