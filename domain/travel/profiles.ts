/** What roads are measured for. A car's are those of every vehicle whose own are not known. */
export const profiles = ['car', 'truck', 'bicycle'] as const
export type Profile = (typeof profiles)[number]

/** How a type of vehicle drives. Motorcycles and vans use the roads of cars. */
export function profileOfType(type: string | undefined): Profile {
  return type === 'truck' || type === 'bicycle' ? type : 'car'
}
