import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// From our own server, and kept by the service worker once it was loaded.
prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
})

/** Reads all codes in a picture. */
export async function readCodes(picture: ImageData): Promise<string[]> {
  const results = await readBarcodes(picture, {
    formats: ['QRCode', 'Code128', 'EAN13', 'DataMatrix', 'Code39', 'ITF'],
    tryHarder: true,
    maxNumberOfSymbols: 4,
  })
  return results.filter(({ isValid }) => isValid).map(({ text }) => text)
}
