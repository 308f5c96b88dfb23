import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decisionIndex, decisionIndexFile } from '../repo-checks/src/decision-index.ts'
import { withTable } from '../repo-checks/src/generated-table.ts'
import { coverage, coverageFile, coverageTable } from '../repo-checks/src/requirements/coverage.ts'
import { read, root } from '../repo-checks/src/source-files.ts'

/** `npm run docs`: renews the tables that documents keep of tests and decisions. */
for (const [file, table] of [
  [coverageFile, coverageTable(coverage())],
  [decisionIndexFile, decisionIndex()],
] as const)
  writeFileSync(join(root, file), withTable(read(file), table))
