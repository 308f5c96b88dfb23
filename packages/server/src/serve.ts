import { enableCompileCache } from 'node:module'

// Before other modules are loaded: compiled code is cached between starts, which halves the time to the first answer.
enableCompileCache()
const { loadServe } = await import('./cli/load-serve.ts')
const serveCommand = await loadServe()
const { EnvironmentFaults } = await import('./platform/env.ts')
const { readEnv } = await import('./read-env.ts')

try {
  const exitCode = await serveCommand.run([], readEnv(process.env))
  if (exitCode !== 0) process.exitCode = exitCode
} catch (error) {
  if (!(error instanceof EnvironmentFaults)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
