import type { ReactNode } from 'react'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { NotConnected } from './not-connected.tsx'
import type { StoredRead } from './use-stored-read.ts'

interface LoadedOrStoredProps<Answer> {
  readonly read: StoredRead<Answer>
  /** Said to screen readers meanwhile. */
  readonly loading: string
  /** CSS height of the content that is loading. */
  readonly height: string
  readonly children: (answer: Answer) => ReactNode
}

/** Shows the loaded content or, without a connection, the browser's stored copy. A form in it keeps its state when the connection is lost. */
export function LoadedOrStored<Answer>({ read, loading, height, children }: LoadedOrStoredProps<Answer>) {
  const { query, answer, loadedAt, isLost } = read
  return (
    <>
      {isLost ? (
        <NotConnected query={query} loadedAt={loadedAt} />
      ) : (
        <Loaded query={query} loading={loading} height={height}>
          {() => null}
        </Loaded>
      )}
      {answer !== undefined && children(answer)}
    </>
  )
}
