import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const parts = ['base.css', 'checkout.css', 'backoffice.css']

/** The one style sheet that is served, read once. */
export const stylesheet = parts.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n')

/** The path of the style sheet. It changes with the content, so that browsers may cache it forever. */
export const stylesheetPath = `/assets/${createHash('sha256').update(stylesheet).digest('hex').slice(0, 16)}.css`
