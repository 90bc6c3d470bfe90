/** Finds codes in a picture of the camera. */
export type CodeReader = (picture: HTMLVideoElement | ImageBitmap) => Promise<string[]>

/** What is on labels, and what others print on parcels. */
const ownFormats = ['qr_code', 'code_128', 'ean_13', 'data_matrix', 'code_39', 'itf'] as const
const needed: readonly string[] = ['qr_code', 'code_128']

type Detector = { detect(picture: CanvasImageSource): Promise<{ rawValue: string }[]> }
type DetectorClass = { new (how: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> }

/** The browser's own reader where it has one for our labels; otherwise one that is loaded now. */
export async function openReader(): Promise<CodeReader> {
  return (await ownReader()) ?? (await loadedReader())
}

async function ownReader(): Promise<CodeReader | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const known = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (!BarcodeDetector || !needed.every((format) => known.includes(format))) return undefined
  const detector = new BarcodeDetector({ formats: ownFormats.filter((format) => known.includes(format)) })
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue)
}

/** A picture of this width is enough to read a label, and quick to read. */
const readWidth = 960

async function loadedReader(): Promise<CodeReader> {
  const { readCodes } = await import('./zxing.ts')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  return async (picture) => {
    const [width, height] =
      'videoWidth' in picture ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height]
    if (!width || !height) return []
    const scale = Math.min(1, readWidth / width)
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return readCodes(context.getImageData(0, 0, canvas.width, canvas.height))
  }
}
