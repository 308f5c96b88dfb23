/** Red, green and blue, each a whole number of 0 to 255. */
type Rgb = readonly [number, number, number]

/** Colors of one scheme as '#rrggbb'. Every pair named here has a contrast of at least 4.5:1. */
interface BrandColors {
  /** Fills buttons and the header; the cooperative's own color. */
  readonly brand: string
  /** Text on `brand` and on `brandStrong`: black or white. */
  readonly brandText: string
  /** `brand` for a pressed or pointed-at button. */
  readonly brandStrong: string
  /** The brand color as a link or as text on the scheme's surface. */
  readonly onSurface: string
}

export interface BrandTheme {
  readonly light: BrandColors
  readonly dark: BrandColors
}

export const lightSurface = '#f4f7f8'
export const darkSurface = '#16212a'

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
const leastContrast = 4.5

/**
 * Derives the colors of both schemes from the cooperative's brand color, so that any color can be read.
 *
 * @param hexColor '#rrggbb', capital or small letters.
 * @returns `null` when it is not in that form.
 */
export function brandTheme(hexColor: string): BrandTheme | null {
  const brand = parseColor(hexColor)
  if (!brand) return null
  return { light: colorsOn(lightSurface, brand), dark: colorsOn(darkSurface, brand) }
}

/**
 * Contrast of two '#rrggbb' colors, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
 *
 * @throws RangeError
 * @internal
 */
export function contrastRatio(first: string, second: string): number {
  const [a, b] = [parseColor(first), parseColor(second)]
  if (!a || !b) throw new RangeError('Not a color (#rrggbb)')
  return contrast(a, b)
}

function colorsOn(surface: string, brand: Rgb): BrandColors {
  const surfaceColor = parseColor(surface) ?? white
  // One of the two reaches 4.58:1 on every brand color.
  const brandText = contrast(brand, white) >= leastContrast ? white : black
  const awayFromText = brandText === white ? black : white
  return {
    brand: formatColor(brand),
    brandText: formatColor(brandText),
    brandStrong: formatColor(mixed(brand, awayFromText, 0.2)),
    onSurface: formatColor(readableOn(surfaceColor, brand)),
  }
}

// The least change toward black on a light surface, or white on a dark one, that can be read.
function readableOn(surface: Rgb, color: Rgb): Rgb {
  const goal = contrast(surface, black) > contrast(surface, white) ? black : white
  for (let step = 0; step < 100; step += 1) {
    const candidate = mixed(color, goal, step / 100)
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

function parseColor(text: string): Rgb | null {
  if (!/^#[0-9a-f]{6}(?![\s\S])/iu.test(text)) return null
  const channel = (at: number): number => Number.parseInt(text.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

const formatColor = (color: Rgb): string => `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
