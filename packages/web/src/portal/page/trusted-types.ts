interface ScriptUrlPolicy {
  createScriptURL(address: string): string
}

declare global {
  interface Window {
    /** Not in every browser. */
    readonly trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy }
  }
}

/**
 * A Trusted Types policy that allows scripts from known addresses only. The content security policy must list its name.
 * Browsers without Trusted Types get the same check as a plain function. A name allows one policy: the caller keeps it.
 */
export function scriptUrlPolicy(name: string, isKnown: (address: string) => boolean): ScriptUrlPolicy {
  const rules: ScriptUrlPolicy = {
    createScriptURL(address) {
      if (!isKnown(address)) throw new TypeError(`No script is loaded from ${address}`)
      return address
    },
  }
  return window.trustedTypes?.createPolicy(name, rules) ?? rules
}
