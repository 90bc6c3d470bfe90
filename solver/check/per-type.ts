/** What is told for a type of vehicle; a type may be called like anything, even like what every object has. */
export function ofType(perType: Record<string, number> | undefined, type: string | undefined): number | undefined {
  return Object.entries(perType ?? {}).find(([name]) => name === type)?.[1]
}
