import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedSchemas } from './published-schemas.ts'

/** A part of `npm run docs`: writes the JSON Schemas under docs. */
for (const [name, schema] of Object.entries(await publishedSchemas()))
  writeFileSync(join(import.meta.dirname, '../../../docs', name), JSON.stringify(schema))
