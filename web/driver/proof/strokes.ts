import type { Stroke } from '#domain/road/signature.ts'

type Point = [x: number, y: number, ms: number]

/** What the server takes at most. */
const [mostStrokes, mostPoints] = [200, 2000]
/** In thousandths of the field. Pens and fingers shake by less. */
const leastStep = 3

const within = (value: number) => Math.round(Math.min(1000, Math.max(0, value)))

/** A point of a pointer in the field, in thousandths of its width and height. */
export const pointIn = (
  field: { left: number; top: number; width: number; height: number },
  { clientX, clientY }: { clientX: number; clientY: number },
  ms: number,
): Point => [
  within(((clientX - field.left) / field.width) * 1000),
  within(((clientY - field.top) / field.height) * 1000),
  Math.max(0, Math.round(ms)),
]

/** A signature that goes on with a new line. */
export const beginStroke = (strokes: readonly Stroke[], point: Point): readonly Stroke[] =>
  strokes.length < mostStrokes ? [...strokes, [point]] : strokes

/** The last line, drawn on to a point. Points that are hardly apart are left out. */
export function drawOn(strokes: readonly Stroke[], point: Point): readonly Stroke[] {
  const last = strokes.at(-1)
  const before = last?.at(-1)
  if (!last || !before || last.length >= mostPoints) return strokes
  if (Math.hypot(point[0] - before[0], point[1] - before[1]) < leastStep) return strokes
  return [...strokes.slice(0, -1), [...last, point]]
}

/** Draws a signature with rounded corners: each point is where the line bends, and lines go through the middles. */
export function drawStrokes(
  context: CanvasRenderingContext2D,
  strokes: readonly Stroke[],
  { width, height }: { width: number; height: number },
): void {
  context.lineWidth = Math.max(2, width / 160)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  for (const stroke of strokes) {
    const points = stroke.map(([x, y]) => [(x / 1000) * width, (y / 1000) * height] as const)
    const [first, ...rest] = points
    if (!first) continue
    context.beginPath()
    context.moveTo(...first)
    rest.forEach(([x, y], at) => {
      const next = rest[at + 1]
      if (next) context.quadraticCurveTo(x, y, (x + next[0]) / 2, (y + next[1]) / 2)
      else context.lineTo(x, y)
    })
    // A dot is seen too.
    if (rest.length === 0) context.lineTo(...first)
    context.stroke()
  }
}
