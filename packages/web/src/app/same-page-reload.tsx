import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { isSamePage } from '../portal/page/page-address.ts'

/** A navigation to the current address reloads its data, without cached values (RT-61, REQ-D-006). */
export function SamePageReload() {
  const { pathname, search, hash, key, state } = useLocation()
  const navigationType = useNavigationType()
  const queries = useQueryClient()
  const address = pathname + search + hash
  const shown = useRef({ address, key })

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { address, key }
    const again = before.address === address && before.key !== key && navigationType !== NavigationType.Pop
    if (again && !isSamePage(state)) queries.removeQueries()
  }, [address, key, navigationType, state, queries])
  return null
}
