import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, root } from '../repo-checks/src/source-files.ts'
import { auditSupply } from '../repo-checks/src/supply/audit.ts'

/** `npm run audit:supply`. The bill of materials goes to `dist/sbom.cdx.json`. */
process.exitCode = auditSupply({
  npm: (...words) => spawnSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }),
  files: listFiles(/^(?!.*\.(?:png|jpe?g|gif|ico|woff2?|pdf|gz|br|zip)$).+$/u),
  print: (line) => console.log(line),
  saveBill: (json) => {
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(join(root, 'dist/sbom.cdx.json'), json)
  },
})
