/** The reason that a picture is refused: another type, broken or cut off, or too many pixels. */
export type ImageFault = 'photo-type' | 'photo-broken' | 'photo-dimensions'

/** Thrown when an uploaded picture is refused. */
export class ImageRefused extends Error {
  readonly fault: ImageFault
  constructor(fault: ImageFault) {
    super(fault)
    this.name = 'ImageRefused'
    this.fault = fault
  }
}

/** The cameras of phones make up to 200 million pixels; their usual pictures have 12 to 50 million. */
const maxPixels = 60_000_000
const maxSide = 20_000

/** @throws ImageRefused for a picture that would fill the memory of a computer that opens it. */
export function requireDrawable(width: number, height: number): void {
  if (width === 0 || height === 0) throw new ImageRefused('photo-broken')
  if (width > maxSide || height > maxSide || width * height > maxPixels) throw new ImageRefused('photo-dimensions')
}
