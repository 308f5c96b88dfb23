import { paths } from '@coopline/contract/paths'
import { useEffect } from 'react'
import { useSite } from '../../../portal/page/site.tsx'
import { scriptUrlPolicy } from '../../../portal/page/trusted-types.ts'

const workerAddress = '/sw.js'

/** Beginnings of the addresses that the worker answers; no other page waits for it to start (decision 0196). */
const scopes = [paths.outages().slice(0, -1), paths.reportOutage()]

let isRegistered = false

/** Keeps the outage pages in this browser for when there is no connection, once this page has loaded. */
export function useOfflineCopy(): void {
  const { offlineOutages } = useSite().settings
  useEffect(() => {
    if (!offlineOutages || isRegistered || !import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    isRegistered = true
    // Without the worker the page works as it does with a connection.
    const register = () => void registerWorker().catch(() => undefined)
    if (document.readyState === 'complete') register()
    else window.addEventListener('load', register, { once: true })
    return undefined
  }, [offlineOutages])
}

async function registerWorker(): Promise<void> {
  const policy = scriptUrlPolicy('coopline-worker', (address) => address === workerAddress)
  for (const scope of scopes) {
    const address = policy.createScriptURL(workerAddress)
    const registration = await navigator.serviceWorker.register(address, { scope, updateViaCache: 'none' })
    await registration.update()
  }
}
