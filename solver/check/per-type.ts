/** The value for a vehicle type. A type may have any name, even that of an object's built-in property. */
export function ofType(perType: Record<string, number> | undefined, type: string | undefined): number | undefined {
  return Object.entries(perType ?? {}).find(([name]) => name === type)?.[1]
}
