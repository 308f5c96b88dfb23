import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The one style sheet, read once. */
export const stylesheet = readFileSync(new URL('sandbox.css', import.meta.url), 'utf8')

/** Its address changes with its content, so that browsers may keep it for ever. */
export const stylesheetPath = `/assets/${createHash('sha256').update(stylesheet).digest('hex').slice(0, 16)}.css`
