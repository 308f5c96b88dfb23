import { parseArgs } from 'node:util'
import { buildWebIfNeeded } from './build-web.ts'
import { demoLoginLines } from './demo-logins.ts'
import { addresses, demoEnvironment, demoProviders, startPortal, startSandbox } from './portal-processes.ts'

interface LaunchMessage {
  readonly event: 'progress' | 'ready' | 'loaded'
  readonly text: string
}

const begun = Date.now()
const seconds = () => `${((Date.now() - begun) / 1000).toFixed(1).padStart(5)} s`
const tell = (text: string) => console.log(`${seconds()}  ${text}`)

/**
 * Starts the sandbox provider and the portal, tells what happens, and ends both together. With `--provider stripe` or `authorize-net`,
 * payers are sent to the double of that vendor.
 */
function start(): void {
  const { values } = parseArgs({ options: { provider: { type: 'string', default: 'hosted-form' } } })
  if (!demoProviders.includes(values.provider)) {
    console.error(`There is no double of ${values.provider}: --provider is one of ${demoProviders.join(', ')}.`)
    process.exitCode = 1
    return
  }
  buildWebIfNeeded(tell)
  const env = demoEnvironment(process.env, values.provider)
  const { host, providerPort } = addresses(process.env)
  const sandbox = startSandbox(env)
  const portal = startPortal(env)
  let stopping = false
  const stop = (code: number) => {
    if (stopping) return
    stopping = true
    process.exitCode = code
    for (const child of [portal, sandbox]) child.kill('SIGTERM')
  }
  portal.on('message', (message) => {
    const launchMessage = message as LaunchMessage
    if (launchMessage.event === 'ready')
      welcome(launchMessage.text, providerOf(env, `http://${host}:${providerPort}`), env.DEMO === 'Y')
    else tell(launchMessage.text)
  })
  portal.on('exit', (code) => stop(code ?? 1))
  sandbox.on('exit', (code) => stop(code ?? 1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
  stopWithoutParent(() => stop(0))
}

/** Stops when npm or the terminal that started this was killed: the process then has another parent. */
function stopWithoutParent(stop: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 1_000)
  timer.unref()
}

/** The page with the provider's side of payments, on which they are refunded and disputed, and a card that it takes. */
function providerOf(
  env: NodeJS.ProcessEnv,
  sandbox: string,
): { readonly backOffice: string; readonly testCard: string } {
  if (env.PAYMENT_PROVIDER === 'stripe')
    return { backOffice: `${env.STRIPE_API_ORIGIN}/dashboard`, testCard: '4242 4242 4242 4242' }
  const backOffice =
    env.PAYMENT_PROVIDER === 'authorize-net' ? `${env.AUTHORIZE_NET_API_ORIGIN}/dashboard` : `${sandbox}/backoffice`
  return { backOffice, testCard: '4111 1111 1111 1111' }
}

function welcome(portal: string, { backOffice, testCard }: ReturnType<typeof providerOf>, isDemo: boolean): void {
  tell('Ready')
  const lines = [
    '',
    `  Portal            ${portal}`,
    `  Payment sandbox   ${backOffice}  (any user name, password sandbox)`,
    ...(isDemo
      ? [
          `  Mailbox           ${portal}/demo/mailbox`,
          `  API reference     ${portal}/api/reference`,
          '',
          '  Quick Pay         account 100100101, phone 4821 (in cutoff: 100400101 / 6650; prepaid: 100600101 / 9042)',
          '  Sign in           ada.lindqvist / Prairie!2026 (second step: sam.whitfield, app secret JBSWY3DPEHPK3PXP)',
          ...demoLoginLines(),
          `  Staff console     ${portal}/staff  (demo.support, demo.billing, demo.content, demo.admin / Prairie!2026, same app secret)`,
          '  Register          account 102000101; its code comes to the mailbox',
          `  Test card         ${testCard}, any later expiry, any CVC; 4000 0000 0000 0002 is declined`,
        ]
      : []),
    '',
    '  Ctrl+C stops both.',
    '',
  ]
  console.log(lines.join('\n'))
}

start()
