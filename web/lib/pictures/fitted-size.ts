/** So long the longer side of a photo is at most: enough to read a house number, and small enough for bad reception. */
export const longestSide = 1600

/** The size of a picture once it was shrunk. Smaller ones stay as they are. */
export function fittedSize(width: number, height: number, longest = longestSide): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
