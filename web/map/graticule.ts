const steps = [90, 45, 30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001] as const

/** The degrees between two lines that are at least `minimumPixels` apart. */
export function graticuleStep(degreesPerPixel: number, minimumPixels = 110): number {
  const wanted = degreesPerPixel * minimumPixels
  return steps.findLast((step) => step >= wanted) ?? steps[0]
}

/** The multiples of `step` from `from` to `to`. */
export function graticuleLines(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9)
  const last = Math.floor(to / step + 1e-9)
  const digits = decimals(step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, position) =>
    Number(((first + position) * step).toFixed(digits)),
  )
}

/** `6.2° S`, `106.85° E`, with as many decimals as the step needs. */
export function graticuleLabel(degrees: number, axis: 'latitude' | 'longitude', step: number): string {
  const size = Math.abs(degrees).toFixed(decimals(step))
  if (Number(size) === 0) return '0°'
  const side = axis === 'latitude' ? (degrees < 0 ? 'S' : 'N') : degrees < 0 ? 'W' : 'E'
  return `${size}° ${side}`
}

function decimals(step: number): number {
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
}
