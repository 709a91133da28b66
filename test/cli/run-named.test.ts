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

it('an empty variable of a script names no run, though there is one only', async () => {
  const only = { id: 'c2213c8d3d5e02327c6534a545e82ace' } as Run
  const core = { runs: async () => [only], runOf: async () => only }
  for (const [typed, why] of [
    ['', 'see which there are with "runs list".'],
    ['c22', 'and give the first 4 characters of its id at least.'],
  ] as const)
    await expect(runNamed(core, typed), typed).rejects.toMatchObject({
      code: 'run.notFound',
      message: expect.stringContaining(why),
    })
  expect(await runNamed(core, 'c221')).toBe(only)
})
