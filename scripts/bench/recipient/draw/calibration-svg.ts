import type { LeadCalibration } from '#domain/eta/calibration.ts'

const [width, height, left, top, side] = [560, 440, 64, 28, 340]
const colors = ['#2563eb', '#0d9488', '#d97706', '#9333ea', '#dc2626']
const lowest = 0.4

const x = (share: number) => left + ((share - lowest) / (1 - lowest)) * side
const y = (share: number) => top + side - ((Math.max(share, lowest) - lowest) / (1 - lowest)) * side
const percent = (share: number) => `${Math.round(share * 100)}%`

/** Held against stated, a line for each lead time. On the diagonal, what was said was right; 3 points beside it are gray. */
export function calibrationSvg(leads: readonly LeadCalibration[]): string {
  const shown = leads.filter(({ said }) => said > 0)
  const ticks = [0.5, 0.6, 0.7, 0.8, 0.9, 1].map(
    (share) => `<text x="${x(share)}" y="${top + side + 20}" text-anchor="middle">${percent(share)}</text>
  <text x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${percent(share)}</text>
  <path d="M${left} ${y(share)}H${left + side}M${x(share)} ${top}V${top + side}" stroke="#e2e8f0"/>`,
  )
  const lines = shown.map(({ levels, said, from_minutes, to_minutes }, index) => {
    const color = colors[index % colors.length]
    const points = levels.map(({ probability, within }) => [x(probability), y(within / said)] as const)
    const dots = points.map(
      ([cx, cy]) => `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="3.5" fill="${color}"/>`,
    )
    const path = points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(' ')
    const row = top + 20 + index * 22
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}
  <circle cx="${left + side + 22}" cy="${row - 4}" r="4" fill="${color}"/>
  <text x="${left + side + 32}" y="${row}">${from_minutes} to ${to_minutes} min before</text>`
  })
  const band = `M${x(lowest)} ${y(lowest + 0.03)}L${x(0.97)} ${y(1)}H${x(1)}V${y(0.97)}L${x(lowest + 0.03)} ${y(lowest)}H${x(lowest)}Z`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#334155" role="img" aria-label="Share of arrivals within the range, against the stated probability">
  <rect width="${width}" height="${height}" fill="#fff"/>
  ${ticks.join('\n  ')}
  <path d="${band}" fill="#64748b" fill-opacity="0.14"/>
  <path d="M${x(lowest)} ${y(lowest)}L${x(1)} ${y(1)}" stroke="#64748b" stroke-dasharray="4 4"/>
  ${lines.join('\n  ')}
  <text x="${left + side / 2}" y="${height - 34}" text-anchor="middle">stated probability</text>
  <text transform="translate(16 ${top + side / 2}) rotate(-90)" text-anchor="middle">arrivals that were within</text>
</svg>
`
}
