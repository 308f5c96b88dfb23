import { z } from 'zod'
import { envSchemaWith } from '../platform/env.ts'
import { fileVariable, secretSettings } from '../platform/secret-files.ts'

interface Property {
  readonly description?: string
  readonly default?: string | number
}

/** The rows of the environment table in `docs/OPERATIONS.md`. */
export function envDocs(): string {
  const { properties } = z.toJSONSchema(envSchemaWith([]), { io: 'input', unrepresentable: 'any' }) as {
    properties: Record<string, Property>
  }
  return Object.entries(properties)
    .map(([name, property]) => {
      const value = property.default === undefined || property.default === '' ? '' : `\`${String(property.default)}\``
      const names = secretSettings.includes(name) ? [name, fileVariable(name)] : [name]
      return `| ${names.map((each) => `\`${each}\``).join(', ')} | ${value} | ${property.description ?? ''} |`
    })
    .join('\n')
}
