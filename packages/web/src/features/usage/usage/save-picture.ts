import { saveFile } from '../../../portal/form/save-file.ts'

/** Style properties to copy into the picture, which has no style sheet. */
const drawn = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
] as const

/**
 * Saves a chart as a PNG at double resolution, in the colors on screen. No data leaves the device.
 *
 * @throws Error when the browser cannot draw it.
 */
export async function savePicture(chart: SVGSVGElement, fileName: string): Promise<void> {
  const { width, height } = chart.getBoundingClientRect()
  const address = URL.createObjectURL(new Blob([standalone(chart)], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * 2)
    canvas.height = Math.round(height * 2)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('No canvas')
    context.fillStyle = backgroundOf(chart)
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (png === null) throw new Error('No picture')
    saveFile(fileName, png)
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** The chart as a standalone SVG without a style sheet. */
function standalone(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new Error('Not a picture')
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  const originals = chart.querySelectorAll('*')
  for (const [index, element] of copy.querySelectorAll('*').entries()) {
    const original = originals[index]
    if (original === undefined) continue
    const style = getComputedStyle(original)
    for (const name of drawn) element.setAttribute(name, style.getPropertyValue(name))
    element.removeAttribute('class')
  }
  return new XMLSerializer().serializeToString(copy)
}

/** Background color of the nearest ancestor that has one. */
function backgroundOf(element: Element): string {
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    const { backgroundColor } = getComputedStyle(around)
    if (backgroundColor !== '' && !/^rgba\(.*, 0\)$|^transparent$/u.test(backgroundColor)) return backgroundColor
  }
  return '#fff'
}
