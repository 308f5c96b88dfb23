import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleSchemas } from './features/site/integration/public.ts'
import { outageFileSchema } from './features/service/outage/public.ts'
import { readingRowSchema, weatherRowSchema } from './features/usage/usage/public.ts'
import { loadEventBodies } from './features.ts'
import { eventSchema } from './platform/events/event-schema.ts'

const publishedEvents = join(import.meta.dirname, '../../../docs/events.schema.json')

/** Reads the kinds of the published schema: they keep their places, so that the file shows what is new. */
function readPublishedKinds(): readonly string[] {
  const { anyOf } = JSON.parse(readFileSync(publishedEvents, 'utf8')) as {
    readonly anyOf: readonly { readonly properties: { readonly kind: { readonly const: string } } }[]
  }
  return anyOf.map(({ properties }) => properties.kind.const)
}

/** The JSON Schema of each format that the cooperative's systems write or read, by its file under docs (decision 0222). */
export const publishedSchemas = async (): Promise<Readonly<Record<string, object>>> => ({
  'events.schema.json': eventSchema(await loadEventBodies(), readPublishedKinds()),
  'outages.schema.json': outageFileSchema(),
  'readings.schema.json': readingRowSchema(),
  'weather.schema.json': weatherRowSchema(),
  ...Object.fromEntries(Object.entries(bundleSchemas()).map(([name, schema]) => [`bundle/${name}`, schema])),
})
