import { existsSync } from 'node:fs'
import { join } from 'node:path'

const beside = ['../../../../shared/data', '../../../../../shared/data']

/** The folder with public sample data beside the checkout, which the project does not ship. Tests that need it skip without it. */
export const publicData: string =
  beside.map((path) => join(import.meta.dirname, path)).find((path) => existsSync(path)) ?? 'no-public-data'
