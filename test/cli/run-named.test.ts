import { expect, it } from 'vitest'
import { runNamed } from '../../src/cli/commands/runs.ts'
import { runContent, runIdOf } from '../../src/core/minting/runs/identity.ts'
import type { Run } from '../../src/shared/app-api.ts'

it('a run is found by its whole id however old it is, though lists hold the newest alone', async () => {
  const id = runIdOf(runContent({ projectIndex: 0, id: 'shop', chain: 'polygon' }, 'rows'), 0)
  const old = { id } as Run
  const core = { runs: async () => [], runOf: async (asked: string) => (asked === id ? old : Promise.reject()) }
  expect(await runNamed(core, id)).toBe(old)
  await expect(runNamed(core, id.slice(0, 10))).rejects.toMatchObject({ code: 'run.notFound' })
})
