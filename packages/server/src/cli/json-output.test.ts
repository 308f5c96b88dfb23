import { expect, it } from 'vitest'
import { runDocumentsCommand } from '../features/member-documents/public.ts'
import { runRunsCommand } from '../features/runs/public.ts'
import { useTestPortal } from '../testing/test-portal.ts'

const portal = useTestPortal()

it('prints lists as JSON for programs, also empty ones', async () => {
  expect(await runRunsCommand(['list', '--json'], portal.deps)).toEqual({ output: '[]', exitCode: 0 })
  expect(await runDocumentsCommand(['list', '--json'], portal.deps)).toEqual({ output: '[]', exitCode: 0 })
  await runDocumentsCommand(['add', 'https://www.example.org/bylaws', '--title', 'Bylaws'], portal.deps)
  const { output } = await runDocumentsCommand(['list', '--json'], portal.deps)
  expect(JSON.parse(output)).toMatchObject([{ title: 'Bylaws', url: 'https://www.example.org/bylaws' }])
  expect(await runDocumentsCommand(['remove', '1', '--json'], portal.deps)).toMatchObject({ exitCode: 2 })
  expect(await runRunsCommand(['preview', '--json'], portal.deps)).toMatchObject({ exitCode: 2 })
})
