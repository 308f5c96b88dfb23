import { apiRoutes } from './api.routes.ts'
import { backofficeRoutes } from './backoffice.routes.ts'
import { countWaiting } from './delivery.store.ts'
import { createHttpServer, json, type Route } from './http.ts'
import { closeServer, listen } from './listen.ts'
import { methodRoutes } from './method.routes.ts'
import { openStore } from './open-store.ts'
import { stylesheet, stylesheetPath } from './pages/stylesheet.ts'
import { payRoutes } from './pay.routes.ts'
import { standardRetryDelays, startPostbackSender } from './postback-sender.ts'
import type { Mode, Sandbox } from './sandbox-context.ts'
import { parseSigningKeys } from './signing-keys.ts'
import { textsRoutes } from './texts.routes.ts'

export interface SandboxOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly host?: string
  /** Folder of the store; made when missing. */
  readonly dataDir: string
  /** `kid:base64` pairs joined by commas, shared with the portal. */
  readonly signingKeys: string
  /** The address to which postbacks are sent. */
  readonly postbackUrl: string
  readonly backofficePassword?: string
  readonly mode?: Mode
  /** Takes one JSON line per delivered postback. Never holds what a payer typed. */
  readonly log?: (line: string) => void
  /** Takes one JSON line per failed request and per attempt at a postback that was not delivered; `log` unless given. */
  readonly logFailure?: (line: string) => void
  /** Epoch milliseconds; for signatures and dates. */
  readonly now?: () => number
  /** Milliseconds to wait after postback attempt number `attempt`, counted from 1. */
  readonly retryDelays?: (attempt: number) => number
  readonly slowMs?: number
  readonly lateMs?: number
  readonly reorderMs?: number
}

export interface RunningSandbox {
  /** `http://host:port`, without a slash at the end. */
  readonly origin: string
  /** Ends pauses and deliveries that are under way, answers what it can, and closes the store. */
  close(): Promise<void>
}

function commonRoutes(sandbox: Sandbox): Route[] {
  const styleHeaders = {
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  }
  return [
    {
      method: 'GET',
      path: '/healthz',
      handle: () => json(200, { status: 'ok', mode: sandbox.mode, postbacksWaiting: countWaiting(sandbox.db) }),
    },
    { method: 'GET', path: stylesheetPath, handle: () => ({ status: 200, headers: styleHeaders, body: stylesheet }) },
  ]
}

const routesOf = (sandbox: Sandbox): Route[] => [
  ...commonRoutes(sandbox),
  ...payRoutes(sandbox),
  ...methodRoutes(sandbox),
  ...apiRoutes(sandbox),
  ...backofficeRoutes(sandbox),
  ...textsRoutes(sandbox),
]

/**
 * Starts the hosted payment page with its API, back office and postback sender.
 *
 * @throws UnusableKeys when `signingKeys` cannot be used.
 * @throws Error when another process uses the store or the port.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { host = '127.0.0.1', port = 0, now = Date.now, log = () => undefined, mode = 'ok' } = options
  const { slowMs = 8000, lateMs = 30_000, reorderMs = 1500, backofficePassword = 'sandbox', logFailure = log } = options
  const keys = parseSigningKeys(options.signingKeys)
  const db = openStore(options.dataDir)
  const stopping = new AbortController()
  const sandbox: Sandbox = {
    db,
    keys,
    now,
    log,
    mode,
    backofficePassword,
    textsUrl: new URL('/api/v3/text-messages/replies', options.postbackUrl).href,
    timings: { slowMs, lateMs, reorderMs },
    stopping: stopping.signal,
    wakeSender: () => sender.wake(),
  }
  const server = createHttpServer(routesOf(sandbox), logFailure)
  const boundPort = await listen(server, port, host).catch((error: unknown) => {
    db.close()
    throw error
  })
  const sender = startPostbackSender({
    db,
    keys,
    now,
    log,
    logFailure,
    postbackUrl: options.postbackUrl,
    mode: () => sandbox.mode,
    retryDelays: options.retryDelays ?? standardRetryDelays,
  })
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    stopping.abort()
    await Promise.all([closeServer(server), sender.stop()])
    db.close()
  }
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    close: () => (closing ??= close()),
  }
}
