import { spawn } from 'node:child_process'
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { demoEnvironment, root, startSandbox } from './portal-processes.ts'

/** Serves with hot reload: pages on http://127.0.0.1:5173 (Vite), the server behind it restarting on every change. */
const devOrigin = 'http://127.0.0.1:5173'
const env = demoEnvironment({
  ...process.env,
  PUBLIC_ORIGIN: devOrigin,
  POSTBACK_URL: 'http://127.0.0.1:8080/api/v3/payments/postback',
})
const children = [
  startSandbox(env),
  fork(join(root, 'packages/server/src/serve.ts'), {
    env,
    cwd: root,
    execArgv: ['--watch', '--watch-preserve-output', '--disable-proto=delete'],
  }),
  spawn('vite', ['--host', '127.0.0.1', '--port', '5173', '--strictPort'], {
    cwd: join(root, 'packages/web'),
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  }),
]
console.log(`Pages with hot reload: ${devOrigin}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
