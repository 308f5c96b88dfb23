import { spawn } from 'node:child_process'
import { UnfitBackup } from './backup-manifest.ts'

/**
 * Runs `pg_dump` or `pg_restore` from PATH. The password goes through the environment, because others on the
 * machine can read the words of a command.
 *
 * @param url the address of the database; null for a program that works on files only.
 * @throws UnfitBackup with what the program printed when it fails, or with what to install when it is absent.
 */
export async function runPostgresqlTool(
  program: 'pg_dump' | 'pg_restore',
  url: string | null,
  args: readonly string[],
): Promise<void> {
  const { address, env } = url === null ? { address: null, env: {} } : withoutSecrets(url)
  const child = spawn(program, address === null ? args : [...args, `--dbname=${address}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  let printed = ''
  child.stderr.on('data', (chunk) => {
    printed = (printed + String(chunk)).slice(-2000)
  })
  const exitCode = await new Promise<number | null>((settle, failed) => {
    child.once('error', (error) =>
      failed(
        'code' in error && error.code === 'ENOENT'
          ? new UnfitBackup(
              `${program} is not installed. Install the client programs of PostgreSQL (docs/OPERATIONS.md).`,
            )
          : error,
      ),
    )
    child.once('close', settle)
  })
  if (exitCode !== 0) throw new UnfitBackup(`${program} failed: ${printed.trim()}`)
}

/** The address without its passwords, and the environment variables that give them to libpq. */
function withoutSecrets(url: string): { readonly address: string; readonly env: Readonly<Record<string, string>> } {
  const address = new URL(url)
  // As in libpq and in our driver, a parameter wins over the part before the host.
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password)
  address.password = ''
  address.searchParams.delete('password')
  return { address: address.href, env: password === '' ? {} : { PGPASSWORD: password } }
}
