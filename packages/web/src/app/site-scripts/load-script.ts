/** Addresses that the cooperative's settings name; no script is loaded from any other. */
const allowed = new Set<string>()

interface ScriptUrlPolicy {
  createScriptURL(address: string): string
}

declare global {
  interface Window {
    /** Not in every browser. */
    readonly trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy }
  }
}

let policy: ScriptUrlPolicy | undefined

/**
 * The one Trusted Types policy of the portal (its name stands in the content security policy). Browsers without
 * Trusted Types get the same check as a plain function.
 */
function scriptUrlPolicy(): ScriptUrlPolicy {
  const rules: ScriptUrlPolicy = {
    createScriptURL(address) {
      if (!allowed.has(address)) throw new TypeError(`No script is loaded from ${address}`)
      return address
    },
  }
  policy ??= window.trustedTypes?.createPolicy('coopline-site-scripts', rules) ?? rules
  return policy
}

/** Says which addresses the settings name; once, at start. */
export function allowScripts(addresses: readonly string[]): void {
  for (const address of addresses) allowed.add(address)
}

/** Loads a script once. @throws TypeError when the settings do not name it. */
export function loadScript(address: string): Promise<void> {
  const script = document.createElement('script')
  script.src = scriptUrlPolicy().createScriptURL(address)
  script.async = true
  return new Promise((resolve) => {
    script.addEventListener('load', () => resolve(), { once: true })
    // Somebody else's script that does not come is no fault of this page.
    script.addEventListener('error', () => resolve(), { once: true })
    document.head.append(script)
  })
}
