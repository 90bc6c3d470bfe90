import { useState } from 'react'
import { isSignature, type Stroke } from '#domain/road/signature.ts'
import { blobOf, photoOf } from '../camera/take-photo.ts'
import { useGps } from '../gps/use-gps.tsx'
import { Field } from '../ui/parts.tsx'
import { Press } from '../ui/press.tsx'
import { useWords } from '../words/use-words.tsx'
import type { ProofFormProps } from './form-props.ts'
import { SignatureField } from './signature-field.tsx'
import { drawStrokes } from './strokes.ts'

const size = { width: 1000, height: 500 }

/** A signature and who signed, as lines and as a picture. */
export function SignatureForm({ name: known, take }: ProofFormProps) {
  const { say } = useWords()
  const { fix } = useGps()
  const [name, setName] = useState(known)
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const isThin = strokes.length > 0 && !isSignature(strokes)

  async function save() {
    const blob = await blobOf(pictureOf(strokes), 'image/png')
    const { photo, kept } = await photoOf({ blob, original: null, size }, { fix, now: Date.now() })
    const lines = strokes.map((stroke) => stroke.map(([x, y, ms]): [number, number, number] => [x, y, ms]))
    await take({ kind: 'signature', photo, strokes: lines, name: name.trim() }, kept)
  }

  return (
    <>
      <Field
        label={say('signature.name')}
        value={name}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
      <p className="text-ink-muted">{say(isThin ? 'signature.thin' : 'signature.hint')}</p>
      <SignatureField strokes={strokes} onChange={setStrokes} />
      <div className="grid grid-cols-2 gap-2">
        <Press disabled={strokes.length === 0} onClick={() => setStrokes([])}>
          {say('signature.clear')}
        </Press>
        <Press look="primary" disabled={!isSignature(strokes) || !name.trim()} onClick={() => void save()}>
          {say('save')}
        </Press>
      </div>
    </>
  )
}

function pictureOf(strokes: readonly Stroke[]): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, size)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size.width, size.height)
  context.strokeStyle = '#000'
  drawStrokes(context, strokes, size)
  return canvas
}
