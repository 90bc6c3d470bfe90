import { lateColor, markShapes, type DriverLook, type DriverState } from './mark-shapes.ts'

/** Pixels of a mark, and the box around it that also holds a ring and a badge. */
const markSize = 24
export const boxSize = 40

/** Directions that are drawn apart. */
const directions = 32

type Theme = 'light' | 'dark'
type Mark = Pick<DriverLook, 'state' | 'isLate'> & { heading: number | null; isSelected: boolean }

/** Marks and labels, each drawn once and then only copied. */
export function markSprites(theme: Theme, ratio: number) {
  const known = new Map<string, HTMLCanvasElement>()
  const casing = theme === 'dark' ? '#0d1211' : '#ffffff'
  const ink = theme === 'dark' ? '#e9f0ee' : '#0f1917'
  const sprite = (key: string, width: number, height: number, draw: (context: CanvasRenderingContext2D) => void) => {
    const found = known.get(key)
    if (found) return found
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(width * ratio)
    canvas.height = Math.ceil(height * ratio)
    const context = canvas.getContext('2d')!
    context.scale(ratio, ratio)
    draw(context)
    known.set(key, canvas)
    return canvas
  }

  return {
    mark({ state, isLate, heading, isSelected }: Mark): HTMLCanvasElement {
      const turn = heading === null ? -1 : Math.round(((heading % 360) / 360) * directions) % directions
      return sprite(`${state} ${isLate} ${turn} ${isSelected}`, boxSize, boxSize, (context) => {
        const half = boxSize / 2
        context.translate(half, half)
        if (isSelected) ring(context, 17, ink, 2.5)
        if (isLate) ring(context, 13.5, lateColor[theme], 3)
        drawMark(context, state, turn, theme, casing)
        if (isLate) badge(context, theme, casing)
      })
    },
    group(count: number, hasTrouble: boolean): { canvas: HTMLCanvasElement; size: number } {
      const text = count > 999 ? `${Math.floor(count / 1000)}k` : String(count)
      const radius = Math.min(24, 13 + Math.log2(count) * 1.1)
      const size = Math.ceil(radius * 2 + 10)
      const canvas = sprite(`group ${text} ${size} ${hasTrouble}`, size, size, (context) => {
        context.translate(size / 2, size / 2)
        disc(context, radius + 2, casing)
        disc(context, radius, markShapes.driving[theme])
        if (hasTrouble) ring(context, radius + 1.5, lateColor[theme], 3)
        write(context, text, casing, `650 ${text.length > 2 ? 11 : 12.5}px "Inter Variable", sans-serif`)
      })
      return { canvas, size }
    },
    label(initials: string): { canvas: HTMLCanvasElement; width: number } {
      const width = 8 + initials.length * 8.5
      const canvas = sprite(`label ${initials}`, width, 16, (context) => {
        context.fillStyle = casing
        context.beginPath()
        context.roundRect(0, 0, width, 16, 5)
        context.fill()
        context.translate(width / 2, 8)
        write(context, initials, ink, '600 10.5px "Inter Variable", sans-serif')
      })
      return { canvas, width }
    },
  }
}

function drawMark(
  context: CanvasRenderingContext2D,
  state: DriverState,
  turn: number,
  theme: Theme,
  casing: string,
): void {
  const { outline, sign, isLine, ...color } = markShapes[state]
  context.save()
  context.translate(-markSize / 2, -markSize / 2)
  const path = new Path2D(outline)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.strokeStyle = casing
  context.lineWidth = 3
  context.stroke(path)
  context.fillStyle = color[theme]
  fill(context, path)
  if (state === 'driving' && turn >= 0) {
    context.translate(markSize / 2, markSize / 2)
    context.rotate((turn / directions) * 2 * Math.PI)
    context.translate(-markSize / 2, -markSize / 2)
  }
  context.lineWidth = 2.2
  context.fillStyle = casing
  // Without a direction, an arrow would tell one.
  if (state === 'driving' && turn < 0) fill(context, new Path2D('M12 8.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 1 1 0-7z'))
  else if (isLine) context.stroke(new Path2D(sign))
  else fill(context, new Path2D(sign))
  context.restore()
}

const fill = (context: CanvasRenderingContext2D, path: Path2D) => context.fill(path)

function badge(context: CanvasRenderingContext2D, theme: Theme, casing: string): void {
  context.save()
  context.translate(11, -11)
  disc(context, 7.5, casing)
  disc(context, 6, lateColor[theme])
  write(context, '!', casing, '800 9.5px "Inter Variable", sans-serif')
  context.restore()
}

function disc(context: CanvasRenderingContext2D, radius: number, color: string): void {
  context.fillStyle = color
  context.beginPath()
  context.arc(0, 0, radius, 0, 2 * Math.PI)
  context.fill()
}

function ring(context: CanvasRenderingContext2D, radius: number, color: string, width: number): void {
  context.strokeStyle = color
  context.lineWidth = width
  context.beginPath()
  context.arc(0, 0, radius, 0, 2 * Math.PI)
  context.stroke()
}

function write(context: CanvasRenderingContext2D, text: string, color: string, font: string): void {
  context.fillStyle = color
  context.font = font
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, 0, 0.5)
}
