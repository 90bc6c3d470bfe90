import { useEffect, useRef } from 'react'
import type { Stroke } from '#domain/road/signature.ts'
import { useWords } from '../words/use-words.tsx'
import { beginStroke, drawOn, drawStrokes, pointIn } from './strokes.ts'

type SignatureFieldProps = { strokes: readonly Stroke[]; onChange: (strokes: readonly Stroke[]) => void }

/** Where somebody signs: always twice as wide as high, and black on white, as on paper. */
export function SignatureField({ strokes, onChange }: SignatureFieldProps) {
  const { say } = useWords()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef<{ pointer: number; strokes: readonly Stroke[] }>(undefined)
  const firstAt = useRef(0)
  useEffect(() => {
    const shown = canvas.current!
    const draw = () => paint(shown, strokes)
    draw()
    // The phone may be turned.
    const observer = new ResizeObserver(draw)
    observer.observe(shown)
    return () => observer.disconnect()
  }, [strokes])

  const pointOf = (event: { clientX: number; clientY: number; timeStamp: number }) =>
    pointIn(canvas.current!.getBoundingClientRect(), event, event.timeStamp - firstAt.current)

  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={say(strokes.length ? 'signature.signed' : 'signature.field')}
      className="aspect-2/1 w-full touch-none rounded-xl border-2 border-control-line bg-white"
      onPointerDown={(event) => {
        if (drawing.current) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        if (strokes.length === 0) firstAt.current = event.timeStamp
        drawing.current = { pointer: event.pointerId, strokes: beginStroke(strokes, pointOf(event)) }
        paint(event.currentTarget, drawing.current.strokes)
      }}
      onPointerMove={({ pointerId, nativeEvent, currentTarget }) => {
        const { current } = drawing
        if (!current || current.pointer !== pointerId) return
        // Browsers join what happened between two frames. A quick hand needs all of it.
        const joined = nativeEvent.getCoalescedEvents?.() ?? []
        for (const each of joined.length ? joined : [nativeEvent]) {
          current.strokes = drawOn(current.strokes, pointOf(each))
        }
        paint(currentTarget, current.strokes)
      }}
      onPointerUp={() => finish()}
      onPointerCancel={() => finish()}
    />
  )

  function finish() {
    const { current } = drawing
    drawing.current = undefined
    if (current) onChange(current.strokes)
  }
}

function paint(canvas: HTMLCanvasElement, strokes: readonly Stroke[]): void {
  const { width, height } = canvas.getBoundingClientRect()
  const sharp = Math.min(3, window.devicePixelRatio || 1)
  canvas.width = Math.round(width * sharp)
  canvas.height = Math.round(height * sharp)
  const context = canvas.getContext('2d')!
  context.strokeStyle = '#000'
  drawStrokes(context, strokes, canvas)
}
