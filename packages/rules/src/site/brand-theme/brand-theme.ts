/** Red, green and blue, each a whole number of 0 to 255. */
type Rgb = readonly [number, number, number]

/** Colours of one scheme as '#rrggbb'. Every pair named here has a contrast of at least 4.5:1. */
interface BrandColours {
  /** Fills buttons and the header; the cooperative's own colour. */
  readonly brand: string
  /** Text on `brand` and on `brandStrong`: black or white. */
  readonly brandText: string
  /** `brand` for a pressed or pointed-at button. */
  readonly brandStrong: string
  /** The brand colour as a link or as text on the scheme's surface. */
  readonly onSurface: string
}

export interface BrandTheme {
  readonly light: BrandColours
  readonly dark: BrandColours
}

export const lightSurface = '#f4f7f8'
export const darkSurface = '#16212a'

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
const leastContrast = 4.5

/**
 * Derives the colours of both schemes from the cooperative's brand colour, so that any colour can be read.
 *
 * @param hexColour '#rrggbb', capital or small letters.
 * @returns `null` when it is not in that form.
 */
export function brandTheme(hexColour: string): BrandTheme | null {
  const brand = parseColour(hexColour)
  if (!brand) return null
  return { light: coloursOn(lightSurface, brand), dark: coloursOn(darkSurface, brand) }
}

/**
 * Contrast of two '#rrggbb' colours, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
 *
 * @throws RangeError
 * @internal
 */
export function contrastRatio(first: string, second: string): number {
  const [a, b] = [parseColour(first), parseColour(second)]
  if (!a || !b) throw new RangeError('Not a colour (#rrggbb)')
  return contrast(a, b)
}

function coloursOn(surface: string, brand: Rgb): BrandColours {
  const surfaceColour = parseColour(surface) ?? white
  // One of the two reaches 4.58:1 on every brand color.
  const brandText = contrast(brand, white) >= leastContrast ? white : black
  const awayFromText = brandText === white ? black : white
  return {
    brand: formatColour(brand),
    brandText: formatColour(brandText),
    brandStrong: formatColour(mixed(brand, awayFromText, 0.2)),
    onSurface: formatColour(readableOn(surfaceColour, brand)),
  }
}

// The least change towards black on a light surface, or white on a dark one, that can be read.
function readableOn(surface: Rgb, colour: Rgb): Rgb {
  const goal = contrast(surface, black) > contrast(surface, white) ? black : white
  for (let step = 0; step < 100; step += 1) {
    const candidate = mixed(colour, goal, step / 100)
    if (contrast(candidate, surface) >= leastContrast) return candidate
  }
  return goal
}

const mixed = (from: Rgb, goal: Rgb, share: number): Rgb => [
  Math.round(from[0] + (goal[0] - from[0]) * share),
  Math.round(from[1] + (goal[1] - from[1]) * share),
  Math.round(from[2] + (goal[2] - from[2]) * share),
]

function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a), luminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

// https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function parseColour(text: string): Rgb | null {
  if (!/^#[0-9a-f]{6}(?![\s\S])/iu.test(text)) return null
  const channel = (at: number): number => Number.parseInt(text.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

const formatColour = (colour: Rgb): string =>
  `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
