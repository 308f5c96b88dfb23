import { bundleSchemas } from './features/site/integration/public.ts'
import { outageFileSchema } from './features/service/outage/public.ts'
import { readingRowSchema, weatherRowSchema } from './features/usage/usage/public.ts'
import { eventSchema } from './platform/events/event-schema.ts'

/** The JSON Schema of each format that the cooperative's systems write or read, by its file under docs (decision 0222). */
export const publishedSchemas = (): Readonly<Record<string, object>> => ({
  'events.schema.json': eventSchema(),
  'outages.schema.json': outageFileSchema(),
  'readings.schema.json': readingRowSchema(),
  'weather.schema.json': weatherRowSchema(),
  ...Object.fromEntries(Object.entries(bundleSchemas()).map(([name, schema]) => [`bundle/${name}`, schema])),
})
