import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandTheme, contrastRatio, darkSurface, lightSurface } from './brand-theme.ts'

const hex = (n: number): string => `#${n.toString(16).padStart(6, '0')}`
const anyColor = fc.oneof(
  fc.integer({ min: 0, max: 0xff_ff_ff }).map(hex),
  fc.constantFrom('#000000', '#ffffff', '#808080', '#777777', '#ffff00', '#00ff00', '#0000ff', '#ff0000', '#16212a'),
)

test('the contrast formula gives the published values: 21 for black on white, 4.54 for #767676 on white', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 10)
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastRatio('#123456', '#123456')).toBe(1)
  expect(() => contrastRatio('red', '#ffffff')).toThrow(new RangeError('Not a color (#rrggbb)'))
})

test('any of 5,000 brand colors can be read in both schemes: every pair has a contrast of 4.5 or more', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const theme = brandTheme(color)
      if (!theme) throw new Error(`no theme for ${color}`)
      for (const [scheme, surface] of [
        [theme.light, lightSurface],
        [theme.dark, darkSurface],
      ] as const) {
        expect(contrastRatio(scheme.brand, scheme.brandText)).toBeGreaterThanOrEqual(4.5)
        expect(contrastRatio(scheme.brandStrong, scheme.brandText)).toBeGreaterThanOrEqual(4.5)
        expect(contrastRatio(scheme.onSurface, surface)).toBeGreaterThanOrEqual(4.5)
        for (const derived of Object.values(scheme)) expect(derived).toMatch(/^#[0-9a-f]{6}$/)
      }
    }),
    { numRuns: 5_000 },
  )
}, 60_000)

test('a color that can be read already is used as it is', () => {
  expect(brandTheme('#0B5FA5')?.light).toMatchObject({ brand: '#0b5fa5', brandText: '#ffffff', onSurface: '#0b5fa5' })
  expect(brandTheme('#ffd500')?.dark).toMatchObject({ brand: '#ffd500', brandText: '#000000', onSurface: '#ffd500' })
})

test('a pale color is darkened on the light surface, a dark one lightened on the dark surface', () => {
  expect(brandTheme('#ffd500')?.light.onSurface).not.toBe('#ffd500')
  expect(brandTheme('#0b5fa5')?.dark.onSurface).not.toBe('#0b5fa5')
})

test.each([
  '',
  'red',
  '#fff',
  '0b5fa5',
  '#0b5fa',
  '#0b5fa55',
  '#0b5fag',
  '#0b5fa5\n',
  '#0b5fa5;}',
  ' #0b5fa',
  'x#0b5fa5',
])('"%s" is not a brand color', (text) => {
  expect(brandTheme(text)).toBeNull()
})
