import { useCallback, useRef, useState } from 'react'

interface OneTask<Name extends string, Trouble> {
  /** What is under way. */
  readonly busyWith: Name | null
  readonly trouble: Trouble | null
  readonly setTrouble: (trouble: Trouble | null) => void
  /** Begins a task when none is under way; what it throws becomes the trouble that `judge` makes of it. */
  readonly begin: (name: Name, task: () => Promise<void>) => void
}

/** One thing at a time, and why the last one failed. */
export function useOneTask<Name extends string, Trouble>(
  startsWith: Trouble | null,
  judge: (error: unknown) => Trouble,
): OneTask<Name, Trouble> {
  const [trouble, setTrouble] = useState(startsWith)
  const [busyWith, setBusyWith] = useState<Name | null>(null)
  const isBusy = useRef(false)

  const begin = useCallback(
    (name: Name, task: () => Promise<void>) => {
      const work = async () => {
        isBusy.current = true
        setBusyWith(name)
        setTrouble(null)
        try {
          await task()
        } catch (error) {
          setTrouble(judge(error))
        } finally {
          isBusy.current = false
          setBusyWith(null)
        }
      }
      if (!isBusy.current) void work()
    },
    [judge],
  )
  return { busyWith, trouble, setTrouble, begin }
}
