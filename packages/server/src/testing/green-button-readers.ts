import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { publicData } from '@coopline/testing/public-data'

/** Loads the two test-only readers by name. They share no code with the portal. */
const load = createRequire(import.meta.url)

interface FileInMemory {
  readonly fileName: string
  readonly contents: string
}
interface XmlLint {
  readonly validateXML: (options: {
    readonly xml: readonly FileInMemory[]
    readonly schema: readonly FileInMemory[]
    readonly preload: readonly FileInMemory[]
  }) => Promise<{ readonly valid: boolean; readonly errors: readonly { readonly rawMessage: string }[] }>
}
interface ParsedEntry {
  readonly links: { readonly self?: string; readonly selfUid?: string }
  readonly content: {
    readonly UsagePoint?: unknown
    readonly UsageSummary?: {
      readonly billLastPeriod?: number
      readonly overallConsumptionLastPeriod?: { readonly value?: number }
    }
    readonly ReadingType?: { readonly flowDirection: string; readonly powerOfTenMultiplier?: string }
    readonly IntervalBlock?: readonly { readonly IntervalReading: readonly { readonly value: number }[] }[]
  }
}
interface Parser {
  readonly atomToGreenButtonJson: (xml: string) => Promise<{ readonly entries: readonly ParsedEntry[] }>
}

/** The published schemas next to the project; absent from a checkout. */
const schemas = join(publicData, 'greenbutton-schema')
export const hasEspiSchemas = existsSync(schemas)
const schemaFile = (fileName: string): FileInMemory => ({
  fileName,
  contents: readFileSync(join(schemas, fileName), 'utf8'),
})

export const espiVersions = ['3.3', '4.0'] as const
const schemaFiles = {
  '3.3': ['feed_espiDerived.xsd', 'espiDerived.xsd'],
  '4.0': ['feed_espi_4.0.xsd', 'espi_4.0.xsd'],
} as const

/** Validates a document with the published schema of an ESPI version. @returns the errors. */
export async function lintEspi(contents: string, version: (typeof espiVersions)[number]): Promise<readonly string[]> {
  const { validateXML } = load('xmllint-wasm') as XmlLint
  const [root, types] = schemaFiles[version]
  const { errors } = await validateXML({
    xml: [{ fileName: 'usage.xml', contents }],
    schema: [schemaFile(root)],
    preload: ['atom.xsd', 'xml.xsd', types].map(schemaFile),
  })
  return errors.map(({ rawMessage }) => rawMessage)
}

/** Parses a feed with an independent library. */
export async function parseEspi(xml: string): Promise<readonly ParsedEntry[]> {
  const { atomToGreenButtonJson } = load('@cityssm/green-button-parser') as Parser
  return (await atomToGreenButtonJson(xml)).entries
}
