import { brandCss } from './brand-css.ts'

/** Takes on the cooperative's colours where the server did not draw the page. Needs no inline style. */
export function adoptBrand(brandColour: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(brandCss(brandColour))
  document.adoptedStyleSheets.push(sheet)
}
