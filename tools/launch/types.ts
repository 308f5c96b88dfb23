import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { root } from './portal-processes.ts'

/**
 * Type-checks every package and tool that has a tsconfig.json, and fails when there is nothing to check. What was checked is kept
 * in `node_modules/.cache`: the next run checks what changed since.
 */
const projects = ['packages', 'tools'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .flatMap((name) => [join(folder, name), join(folder, name, 'build'), join(folder, name, 'worker')])
    .filter((path) => existsSync(join(root, path, 'tsconfig.json'))),
)
if (projects.length < 9) throw new Error(`Only ${projects.length} projects were found to check`)

const check = async (project: string): Promise<boolean> =>
  new Promise((resolve) => {
    const kept = join('node_modules', '.cache', 'types', `${project.replaceAll(/[\\/]/gu, '-')}.tsbuildinfo`)
    // As many projects at a time as there are cores: more threads for one would infer the same types several times.
    const how = ['--singleThreaded', '--pretty', '--incremental', '--tsBuildInfoFile', kept]
    const tsc = spawn('tsc', ['-p', project, ...how], {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    tsc.on('exit', (code) => resolve(code === 0))
  })

const waiting = [...projects]
let failed = 0
const worker = async () => {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift())
    if (!(await check(project))) failed += 1
}
await Promise.all(Array.from({ length: Math.max(1, cpus().length) }, worker))
console.log(`Types: ${projects.length - failed} of ${projects.length} projects are right`)
process.exitCode = failed === 0 ? 0 : 1
