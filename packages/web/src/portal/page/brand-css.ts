import { brandTheme } from '@coopline/rules/site/brand-theme/brand-theme'

/**
 * The cooperative's color as the five properties that the tokens use. They are in the tokens' layer, so that a style sheet of
 * the cooperative can still override them. Empty for an invalid color: the tokens' own values apply then.
 */
export function brandCss(brandColor: string): string {
  const theme = brandTheme(brandColor)
  if (theme === null) return ''
  const { light, dark } = theme
  return `@layer tokens{:root{--brand:${light.brand};--brand-text:${light.brandText};--brand-strong:${light.brandStrong};--brand-on-surface:${light.onSurface};--brand-on-surface-dark:${dark.onSurface}}}`
}
