import type { BundleColumn, BundleFile } from './bundle-file.ts'
import { bundleFiles } from './bundle-files.ts'
import { manifestSchema } from './bundle-manifest.ts'

/** The JSON Schemas of the bundle, for a row of each file and for the manifest, keyed by their file names in docs/bundle. */
export const bundleSchemas = (): Readonly<Record<string, object>> => ({
  ...rowSchemas(),
  'manifest.schema.json': manifestSchema(),
})

const rowSchemas = (): Readonly<Record<string, object>> =>
  Object.fromEntries(bundleFiles.map((file) => [file.file.replace(/\.csv$/u, '.schema.json'), rowSchema(file)]))

/** A row is an object of strings, without the spaces around them. */
const rowSchema = ({ file, key, parents, columns }: BundleFile): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: `A row of ${file}`,
  description: [
    `Key: ${key.join(' + ')}.`,
    ...parents.map((parent) => `${parent.columns.join(' + ')} must name a known ${parent.what}.`),
  ].join(' '),
  type: 'object',
  properties: Object.fromEntries(columns.map((column) => [column.name, columnSchema(column)])),
  required: columns.filter((column) => column.mustExist).map((column) => column.name),
  additionalProperties: false,
})

const columnSchema = ({ kind, empty, example, meaning }: BundleColumn): object => ({
  title: kind.label.replaceAll('`', ''),
  description: meaning.replaceAll('`', ''),
  examples: [example],
  type: 'string',
  ...(empty === 'refused' ? kind.schema : { anyOf: [{ const: '' }, kind.schema] }),
})
