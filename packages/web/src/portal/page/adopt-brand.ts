import { brandCss } from './brand-css.ts'

/** Takes on the cooperative's colors where the server did not draw the page. Needs no inline style. */
export function adoptBrand(brandColor: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(brandCss(brandColor))
  document.adoptedStyleSheets.push(sheet)
}
