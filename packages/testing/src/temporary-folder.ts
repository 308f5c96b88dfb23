import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variable of the environment that names the folder for temporary files. */
const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR'

/**
 * Makes a folder, and makes it the one for temporary files of this process and of those that it starts from now on.
 *
 * @returns a function that removes the folder with all that it holds, and restores the former one.
 */
export function useTemporaryFolder(): () => void {
  const former = process.env[variable]
  // Compiled code is kept for the next file.
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')
  // All stand side by side, however many processes start one another: the path of a socket has 103 characters at most.
  const base = (process.env['COOPLINE_TEST_FOLDER'] ??= tmpdir())
  const folder = mkdtempSync(join(base, 'coopline-'))
  // PostgreSQL, which never runs as root, enters it.
  chmodSync(folder, 0o711)
  process.env[variable] = folder
  return () => {
    if (former === undefined) Reflect.deleteProperty(process.env, variable)
    else process.env[variable] = former
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
