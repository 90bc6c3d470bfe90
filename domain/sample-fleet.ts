import type { Vehicle } from './schema/vehicle.ts'

export type FleetVehicle = {
  code: string
  type: Vehicle['type']
  plate: string
  capacityKg: number
  capacityL: number
  skills: string[]
  /** Percent of the tank. */
  fuelLevel: number
  /** Empty while nobody drives it. */
  driver: string
}

/**
 * The fleet of all sample data. The public pages show all of it; a sample workspace starts with the vehicles that have
 * a driver.
 */
export const sampleFleet: readonly FleetVehicle[] = [
  vehicle('KA-1001', 'van', 'B 9101 KRT', 350, 1200, ['cold'], 82, 'Budi Santoso'),
  vehicle('KA-1002', 'van', 'B 9102 KRT', 350, 1200, ['cold'], 64, 'Siti Rahmawati'),
  vehicle('KA-1003', 'truck', 'B 9103 KRT', 800, 3000, [], 91, 'Agus Wijaya'),
  vehicle('KA-1004', 'van', 'B 9104 KRT', 350, 1200, [], 47, 'Dewi Lestari'),
  vehicle('KA-1005', 'car', 'B 9105 KRT', 200, 700, [], 73, 'Rizky Pratama'),
  vehicle('KA-1006', 'motorcycle', 'B 9106 KRT', 50, 160, [], 55, 'Putri Handayani'),
  vehicle('KA-1007', 'truck', 'B 9107 KRT', 800, 3000, [], 18, ''),
]

function vehicle(
  code: string,
  type: FleetVehicle['type'],
  plate: string,
  capacityKg: number,
  capacityL: number,
  skills: string[],
  fuelLevel: number,
  driver: string,
): FleetVehicle {
  return { code, type, plate, capacityKg, capacityL, skills, fuelLevel, driver }
}
