import { NachaCheck } from '../features/paying/runs/read-nacha.ts'

/** Checks a complete Nacha file. */
export function checkNacha(content: string): ReturnType<NachaCheck['end']> {
  const lines = content.split('\n')
  const rest = lines.pop() ?? ''
  const check = new NachaCheck()
  for (const line of lines) check.add(line)
  return check.end(rest)
}
