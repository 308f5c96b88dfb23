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
 * A Trusted Types policy that lets scripts be run from the addresses that it knows and from no other; its name has to stand
 * in the content security policy. Browsers without Trusted Types get the same check as a plain function. A name is good
 * for one policy: whoever makes it keeps it.
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
