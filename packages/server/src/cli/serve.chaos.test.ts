import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@coopline/testing/free-port'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../testing/fault-proxy.ts'
import { type PostgresqlServer, startPostgresql } from '../testing/postgresql-server.ts'

interface Served {
  readonly child: ChildProcess
  readonly port: number
  readonly errors: () => string
  readonly output: () => string
  /** The exit code and how long it took, in milliseconds from the call. */
  readonly exit: () => Promise<{ code: number | null; ms: number }>
}

let postgresql: PostgresqlServer
let proxy: FaultProxy
let folder: string
const children: ChildProcess[] = []
beforeAll(async () => {
  postgresql = await startPostgresql()
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coopline-serve-'))
  proxy = await startFaultProxy(postgresql.port)
})
afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  await proxy.close()
  rmSync(folder, { recursive: true, force: true })
})
afterAll(async () => postgresql.stop())

/** Spawns `serve` as a separate process. */
async function spawnServe(env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const port = await freePort()
  const child = fork(join(import.meta.dirname, '../serve.ts'), {
    silent: true,
    execArgv: ['--disable-proto=delete'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: folder,
      // Every process of a database needs the same keys, and each test has a folder of its own.
      APP_KEYS: `test:${Buffer.alloc(32, 3).toString('base64')}`,
      DATABASE_URL: postgresql.url('postgres').replace(`:${postgresql.port}/`, `:${proxy.port}/`),
      REQUESTS_PER_5_MINUTES: '1000000',
      ...env,
    },
  })
  children.push(child)
  let [errors, output] = ['', '']
  child.stderr?.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  child.stdout?.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    child,
    port,
    errors: () => errors,
    output: () => output,
    exit: async () => {
      const begun = Date.now()
      const code = await ended
      return { code, ms: Date.now() - begun }
    },
  }
}

async function ready({ child, errors, output }: Served): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message) => {
      if ((message as { event: string }).event === 'ready') resolve()
    })
    child.on('exit', (code) => reject(new Error(`Ended with ${code}: ${errors()} ${output()}`)))
  })
}

const status = async (port: number, path: string): Promise<number> =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )

async function until(isSo: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const late = Date.now() + withinMs
  while (!(await isSo())) {
    if (Date.now() > late) throw new Error('It did not come about')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A call whose body is half sent: the server is in the middle of it until `finish`. */
async function halfSent(port: number): Promise<{ finish: () => Promise<string> }> {
  const body = JSON.stringify({ accountNumber: '1', phoneLastFourDigits: '1' })
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
    socket.on('error', () => resolve())
  })
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  const head = [
    'POST /api/v3/quick-pay/verify/account/phone HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'ApplicationId: Web',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    '',
  ]
  socket.write(head.join('\r\n') + body.slice(0, 10))
  await new Promise((resolve) => setTimeout(resolve, 200))
  return {
    finish: async () => {
      socket.write(body.slice(10))
      await closed
      return Buffer.concat(chunks).toString()
    },
  }
}

describe('starting', () => {
  test('waits for a database that is not running yet and serves once it is, without a second start [REL-20]', async () => {
    proxy.set('refuse')
    const served = await spawnServe()
    await until(() => served.output().includes('Waiting for the database'), 60_000)
    expect(served.child.exitCode).toBeNull()
    const isReady = ready(served)
    proxy.set('pass')
    await isReady
    expect(await status(served.port, '/readyz')).toBe(200)
  })

  test('a second process on one folder exits with a text that says what to do, and the first serves on [REL-22]', async () => {
    const first = await spawnServe({ DATABASE_URL: '' })
    await ready(first)
    const second = await spawnServe({ DATABASE_URL: '' })
    expect((await second.exit()).code).toBe(1)
    expect(second.errors()).toContain(`The data folder ${folder} is in use by another Coopline process.`)
    expect(second.errors()).not.toContain('    at ')
    expect(await status(first.port, '/readyz')).toBe(200)
  })

  test('a taken port is reported in one line, and the process ends', async () => {
    const first = await spawnServe()
    await ready(first)
    const second = await spawnServe({ PORT: String(first.port) })
    expect((await second.exit()).code).toBe(1)
    expect(second.errors()).toContain('EADDRINUSE')
    expect(second.errors()).not.toContain('    at ')
  })

  test('production refuses at start what is only fit for a demo, naming every fault [SEC-70, REL-22]', async () => {
    const served = await spawnServe({ NODE_ENV: 'production', DATABASE_URL: '' })
    expect((await served.exit()).code).toBe(1)
    for (const name of ['DATABASE_URL', 'APP_KEYS', 'PROVIDER_SIGNING_KEYS', 'PUBLIC_ORIGIN', 'PROVIDER_URL'])
      expect(served.errors()).toContain(`- ${name}:`)
  })
})

describe('stopping', () => {
  test('in traffic: /readyz turns 503 first, what was begun is answered, nothing fails, exit 0 within 25 s [REL-25]', async () => {
    const served = await spawnServe({ DRAIN_SECONDS: '2' })
    await ready(served)
    const half = await halfSent(served.port)
    const statuses: number[] = []
    const balancer = { sends: true }
    const client = async () => {
      // A balancer sends nothing more once the process has said that it is not ready.
      while (balancer.sends) {
        const one = await status(served.port, '/api/v3/site/maintenance')
        statuses.push(one)
      }
    }
    const clients = Array.from({ length: 8 }, client)
    await until(() => statuses.length > 50, 60_000)
    const exit = served.exit()
    served.child.kill('SIGTERM')
    await until(async () => (await status(served.port, '/readyz')) === 503, 5_000)
    balancer.sends = false
    await Promise.all(clients)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await half.finish()).toMatch(/^HTTP\/1\.1 (?:400|401|403) /u)
    const { code, ms } = await exit
    expect(code, served.errors()).toBe(0)
    expect(ms).toBeLessThan(25_000)
  })

  test('three processes restarted one after another in traffic fail no call [REL-25, REL-36]', {
    timeout: 180_000,
  }, async () => {
    const start = async () => {
      const served = await spawnServe({ DRAIN_SECONDS: '2' })
      await ready(served)
      return served
    }
    const served = await Promise.all([start(), start(), start()])
    const balanced = new Set(served.map(({ port }) => port))
    // As a balancer does: every 200 ms it asks each process, and calls go to those that are ready.
    const look = setInterval(() => {
      for (const { port } of served)
        void status(port, '/readyz').then((code) => (code === 200 ? balanced.add(port) : balanced.delete(port)))
    }, 200)
    const statuses: number[] = []
    const traffic = { goesOn: true }
    const client = async (_: unknown, n: number) => {
      for (let call = n; traffic.goesOn; call += 1) {
        const ports = [...balanced]
        statuses.push(await status(ports[call % ports.length] ?? 0, '/api/v3/site/maintenance'))
      }
    }
    const clients = Array.from({ length: 6 }, client)
    for (const place of [0, 1, 2]) {
      const former = served[place]
      if (former === undefined) throw new Error('There are three')
      const before = statuses.length
      former.child.kill('SIGTERM')
      expect((await former.exit()).code, former.errors()).toBe(0)
      served[place] = await start()
      await until(() => statuses.length > before + 100, 60_000)
    }
    traffic.goesOn = false
    await Promise.all(clients)
    clearInterval(look)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('requests in progress when listening ends are still answered [REL-25]', async () => {
    const served = await spawnServe({ DRAIN_SECONDS: '0' })
    await ready(served)
    const half = await halfSent(served.port)
    served.child.kill('SIGTERM')
    await until(async () => (await status(served.port, '/livez')) === 0, 10_000)
    expect(await half.finish()).toMatch(/^HTTP\/1\.1 (?:400|401|403) /u)
    expect((await served.exit()).code).toBe(0)
  })

  test('a second signal ends it at once [REL-25]', async () => {
    const served = await spawnServe({ DRAIN_SECONDS: '10' })
    await ready(served)
    served.child.kill('SIGTERM')
    await until(async () => (await status(served.port, '/readyz')) === 503, 5_000)
    const exit = served.exit()
    served.child.kill('SIGTERM')
    expect((await exit).ms).toBeLessThan(3_000)
  })

  test('with the database away it ends all the same [REL-25]', async () => {
    const served = await spawnServe()
    await ready(served)
    proxy.set('refuse')
    served.child.kill('SIGTERM')
    const { ms } = await served.exit()
    expect(ms).toBeLessThan(25_000)
  })
})
