import { parseSync } from 'oxc-parser'

export interface Import {
  readonly from: string
  /** True for `import type` and for imports that name types only. */
  readonly typeOnly: boolean
}

/** Every module that a source imports: statements, re-exports and dynamic imports. @throws Error when the source does not parse. */
export function importsOf(file: string, source: string): readonly Import[] {
  const parsed = parseSync(file, source)
  if (parsed.errors.length > 0) throw new Error(`${file} does not parse: ${parsed.errors[0]?.message}`)
  const statements = parsed.module.staticImports.map((one) => ({
    from: one.moduleRequest.value,
    typeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
  }))
  const reExports = parsed.module.staticExports.flatMap((one) =>
    one.entries
      .filter((entry) => entry.moduleRequest !== null)
      .map((entry) => ({ from: entry.moduleRequest?.value ?? '', typeOnly: entry.isType })),
  )
  const dynamic = parsed.module.dynamicImports
    .map((one) => source.slice(one.moduleRequest.start, one.moduleRequest.end))
    .filter((text) => /^['"`]/u.test(text))
    .map((text) => ({ from: text.slice(1, -1), typeOnly: false }))
  return [...statements, ...reExports, ...dynamic]
}
