import type { BundleFile } from './bundle-file.ts'
import { type ImportEntry, showValue } from './import-entry.ts'
import type { GoodRow } from './write-batch.ts'

/** Tells whether a document that a row names can be read. */
export type HasDocument = (name: string) => Promise<boolean>

/** A folder that is not mounted lacks every document; the report needs no million lines about it. */
const mostNotices = 1_000
/** File look-ups at once. */
const atOnce = 64

/** Notices documents that rows of a file name and that cannot be read. The rows are imported: a document may arrive later. */
export function createDocumentCheck(
  file: BundleFile,
  hasDocument: HasDocument | undefined,
  report: (entry: ImportEntry) => void,
): { readonly check: (rows: readonly GoodRow[]) => Promise<void>; readonly end: () => void } {
  const columns = file.columns.flatMap(({ name, isDocument = false }, index) => (isDocument ? [{ name, index }] : []))
  let missing = 0
  const checkOne = async (name: string, line: number, value: string): Promise<void> => {
    if (hasDocument === undefined || (await hasDocument(value))) return
    missing += 1
    if (missing > mostNotices) return
    const reason = 'is not in DOCUMENTS_DIR, so members cannot open it yet'
    report({ severity: 'notice', file: file.file, line, column: name, value: showValue(value), reason })
  }
  return {
    check: async (rows) => {
      if (hasDocument === undefined) return
      const named = rows.flatMap(({ line, values }) =>
        columns.flatMap(({ name, index }) => {
          const value = values[index] ?? ''
          return value === '' ? [] : [{ name, line, value }]
        }),
      )
      for (let at = 0; at < named.length; at += atOnce)
        await Promise.all(
          named.slice(at, at + atOnce).map(async ({ name, line, value }) => checkOne(name, line, value)),
        )
    },
    end: () => {
      if (missing <= mostNotices) return
      const reason = `names ${missing} documents that are not in DOCUMENTS_DIR; the first ${mostNotices} are listed`
      report({ severity: 'notice', file: file.file, line: 0, column: '', value: '', reason })
    },
  }
}
