import { AppError } from '#domain/errors.ts'
import { logoTypes, mostLogoBytes, mostLogoPixels } from '#domain/schema/look.ts'
import { pictureSize } from '../../objects/picture-size.ts'

type File = { type: string; size: number }

/**
 * Whether a file may be read as a logo.
 * @throws AppError `logo_unfit`
 */
export function checkFile({ type, size }: File): void {
  const isFit = (logoTypes as readonly string[]).includes(type) && size <= mostLogoBytes
  if (!isFit) throw new AppError('logo_unfit')
}

/**
 * Whether its content is a picture that is not too large once it is unpacked.
 * @throws AppError `logo_unfit`
 */
export function checkPicture(bytes: Uint8Array): void {
  const size = pictureSize(bytes)
  if (!size || !isSide(size.width) || !isSide(size.height)) throw new AppError('logo_unfit')
}

const isSide = (pixels: number) => pixels >= 1 && pixels <= mostLogoPixels
