import { scriptUrlPolicy } from '../../portal/page/trusted-types.ts'

/** Addresses that the cooperative's settings name; no script is loaded from any other. */
const allowed = new Set<string>()

let policy: ReturnType<typeof scriptUrlPolicy> | undefined

/** Says which addresses the settings name; once, at start. */
export function allowScripts(addresses: readonly string[]): void {
  for (const address of addresses) allowed.add(address)
}

/** Loads a script once. @throws TypeError when the settings do not name it. */
export function loadScript(address: string): Promise<void> {
  const script = document.createElement('script')
  policy ??= scriptUrlPolicy('coopline-site-scripts', (known) => allowed.has(known))
  script.src = policy.createScriptURL(address)
  script.async = true
  return new Promise((resolve) => {
    script.addEventListener('load', () => resolve(), { once: true })
    // A third-party script that does not load is not an error of this page.
    script.addEventListener('error', () => resolve(), { once: true })
    document.head.append(script)
  })
}
