import type { CardType } from '../card-brand.ts'
import { brandName } from '../card-brand.ts'
import { type Html, html } from '../html.ts'

const drawings: Readonly<Record<CardType, Html>> = {
  VI: html`<text x="19" y="16.5" text-anchor="middle" font-size="11.5" font-weight="800" font-style="italic" fill="#1a3a9c">VISA</text>`,
  MC: html`<circle cx="15" cy="12" r="7" fill="#d8202f"/><circle cx="23" cy="12" r="7" fill="#f0930f" fill-opacity=".88"/>`,
  AX: html`<rect x="1" y="1" width="36" height="22" rx="3" fill="#1769b5"/><text x="19" y="16" text-anchor="middle" font-size="10" font-weight="800" fill="#fff">AMEX</text>`,
  DI: html`<text x="18" y="14.5" text-anchor="middle" font-size="6.6" font-weight="800" fill="#26221f">DISCOVER</text><path d="M37 13v7a3 3 0 0 1-3 3H14c10-1.5 18-5 23-10z" fill="#e8761c"/>`,
}

/** A small picture of a card brand. A screen reader reads the name of the brand. */
export const brandMark = (type: CardType): Html =>
  html`<svg class="mark" viewBox="0 0 38 24" width="38" height="24" role="img" aria-label="${brandName(type)}"><rect x=".5" y=".5" width="37" height="23" rx="3.5" fill="#fff" stroke="#c9ced6"/>${drawings[type]}</svg>`

const line = (path: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`

/** Decorative pictures beside a word. */
export const icons = {
  lock: line('M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3'),
  card: line('M3 6h18v12H3zM3 10h18M6.5 14.5h3'),
  bank: line('M4 10 12 5l8 5zM6 10v7M10 10v7M14 10v7M18 10v7M4 19.5h16'),
  warning: line('M12 4 2.5 20h19zM12 10v4.5M12 17.5v.1'),
  check: line('M4.5 12.5 10 18 20 7'),
  back: line('M10 6 4 12l6 6M4 12h16'),
} as const
