import type { BundleColumn } from '../features/site/integration/bundle-file.ts'
import { bundleFiles } from '../features/site/integration/bundle-files.ts'

/** The columns of every file as Markdown: the part of docs/IMPORT.md that must say what the import does. */
export const bundleTables = (): string =>
  bundleFiles
    .map((file) =>
      [
        `### ${file.file}`,
        '',
        `Key: ${file.key.map((name) => `\`${name}\``).join(' + ')}.`,
        '',
        '| column | type | required | example | meaning |',
        '|---|---|---|---|---|',
        ...file.columns.map(
          (column) =>
            `| \`${column.name}\` | ${column.kind.label} | ${requiredOf(column)} | \`${column.example}\` | ${column.meaning} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n')

function requiredOf(column: BundleColumn): string {
  if (column.empty === 'refused') return 'yes'
  return column.mustExist ? 'may be empty' : 'may be left out'
}
